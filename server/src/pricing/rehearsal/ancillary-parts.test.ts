import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { book } from '../../ledger/book.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { lockVersion } from '../versions/locked-version.ts'
import { loadVersions } from '../versions-at.ts'
import { listRehearsals } from './rehearsals.ts'
import { rehearseMonth } from './rehearse-month.ts'
import { requireRehearsal } from './require-rehearsal.ts'

let house: LedgerHouse
let priced: MadeMerchant
/** It had no price for what moves no money. */
let flat: MadeMerchant
/** It was switched off before the month ended. */
let gone: MadeMerchant
/** The fees of its months have a minimum, of the next one a maximum. */
let bounded: MadeMerchant
let capped: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2055-04-05T09:00:00Z')
  priced = await house.make.merchant()
  flat = await house.make.merchant()
  gone = await house.make.merchant()
  bounded = await house.make.merchant()
  capped = await house.make.merchant()
  await house.rows(`update merchant set created_at = '2055-04-05T09:00:00Z'`)
  await house.open()
  const lines = [
    newLine({ fixed: 20 }),
    newLine({ event: 'authorisation', fixed: 5 }),
    newLine({ event: 'decline', fixed: 3 }),
    newLine({ event: 'payout', fixed: 25 }),
    newLine({ event: 'month', fixed: 1_000 }),
  ]
  await house.make.scheme({ lines, merchants: [priced.merchant] })
  await house.make.scheme({ lines: [newLine({ fixed: 20 })], merchants: [flat.merchant, gone.merchant] })
  const bound = (event: 'month_minimum' | 'month_maximum', fixed: number) => [
    ...[newLine({ fixed: 20 }), newLine({ event, fixed })],
  ]
  await house.make.scheme({ lines: bound('month_minimum', 100), merchants: [bounded.merchant] })
  await house.make.scheme({ lines: bound('month_maximum', 30), merchants: [capped.merchant] })
  for (const of of [bounded, capped]) for (const amount of [1_000, 2_000]) await house.make.transaction(of, { amount })
  for (const of of [priced, flat]) {
    await ended(of, 'APPROVED', { payment_product: 'card' })
    await ended(of, 'APPROVED', { payment_product: 'ideal' })
    await ended(of, 'DECLINED')
    await paidOut(of, 50_000)
    await paidOut(of, 200_000)
  }
  await house.make.transaction(flat, { amount: 1_000 })
  await house.post()
  await house.rows('update merchant set active = false where id = $1', [gone.merchant])
  await house.clockTo('2055-05-03T09:00:00Z')
  await closeDays(house.databases.provider)
  // Of the month that is still open.
  await paidOut(flat, 50_000)
}, 60_000)
afterAll(() => house.stop())

async function ended(of: MadeMerchant, state: string, given: object = {}) {
  const made = await house.make.transaction(of, { status: 'INITIATED', amount: 5_000, ...given })
  await house.rows(`update payment_attempt set state = $2, ended_at = engine_now() where id = $1`, [made.id, state])
}
async function paidOut(of: MadeMerchant, amount: number) {
  const [{ id } = { id: '' }] = await house.rows<{ id: string }>(`select book_of($1, null) as id`, [of.merchant])
  const subject_id = crypto.randomUUID()
  const transfer = { merchant_id: of.merchant, book_id: id, currency_code: 'EUR', amount, subject_id }
  await house.databases.provider
    .transaction()
    .execute((trx) => book(trx, [{ ...transfer, kind: 'payout_booked', sub_id: subject_id, available: 'never' }]))
}

const lines = [
  newLine({ fixed: 20 }),
  newLine({ event: 'authorisation', fixed: 6 }),
  newLine({ event: 'authorisation', product: 'ideal', fixed: 1 }),
  newLine({ event: 'payout', fixed: 10 }),
  newLine({ event: 'payout', amount_from: 100_000, fixed: 40 }),
  newLine({ event: 'month', fixed: 1_200 }),
]
/** A rehearsal of a draft with these lines. */
async function rehearsed(
  days: { first: string; last: string },
  of = lines,
  { currency_code = 'EUR', rehearsedShops = [priced, flat, gone] } = {},
) {
  const { version } = await house.make.scheme({ valid_from: null, lines: of, currency_code })
  const loaded = (await loadVersions(house.databases.provider, [version])).get(version)
  if (!loaded) throw new Error('there is no version')
  const merchants = rehearsedShops.map(({ merchant }) => merchant)
  const month = await rehearseMonth(house.databases, days, merchants, loaded)
  const names = ['priced', 'flat', 'gone', 'bounded', 'capped']
  const nameOf = new Map([priced, flat, gone, bounded, capped].map((each, at) => [each.merchant, names[at]]))
  const numberOf = new Map(loaded.lines.map(({ id }, at) => [id, at + 1]))
  const said = month.parts
    .filter(({ event }) => event !== 'capture')
    .map(
      ({ merchant_id, event, currency_code: currency, old_line, new_line, payments, old_fee, new_fee }) =>
        `${nameOf.get(merchant_id)} ${event} ${payments} ${currency} ${old_line ? Number(old_fee) : '-'} ${new_line ? `${Number(new_fee)} by ${numberOf.get(new_line)}` : '-'}`,
    )
    .sort()
  return { ...month, said }
}
const april = { first: '2055-04-01', last: '2055-04-30' }

describe('a rehearsal of what moves no money', () => {
  it('says to the cent what authorizations, declines, payouts and a month would have cost, charged or not', async () => {
    const { said, fees_booked, parts, left_out } = await rehearsed(april)
    expect(said).toEqual([
      'flat authorisation 1 EUR - 1 by 3',
      'flat authorisation 1 EUR - 6 by 2',
      'flat month 1 EUR - 1200 by 6',
      'flat payout 1 EUR - 10 by 4',
      'flat payout 1 EUR - 40 by 5',
      'priced authorisation 1 EUR 5 1 by 3',
      'priced authorisation 1 EUR 5 6 by 2',
      'priced decline 1 EUR 3 -',
      'priced month 1 EUR 1000 1200 by 6',
      'priced payout 1 EUR 25 10 by 4',
      'priced payout 1 EUR 25 40 by 5',
    ])
    expect([fees_booked, left_out]).toEqual([String(20 + 5 + 5 + 3 + 25 + 25 + 1_000), []])
    expect(parts.reduce((sum, { old_fee }) => sum + Number(old_fee), 0)).toBe(Number(fees_booked))
  })

  it('asks nothing for a month that is not over and for payouts of days that are open', async () => {
    const { said } = await rehearsed({ first: '2055-05-01', last: '2055-05-31' })
    expect(said).toEqual([])
  })

  it('keeps what another currency was charged apart', async () => {
    const { said } = await rehearsed(april, [newLine(), newLine({ event: 'month', fixed: 800 })], {
      currency_code: 'GBP',
    })
    expect(said.filter((part) => part.includes('month'))).toEqual([
      'flat month 1 GBP - 800 by 2',
      'priced month 1 EUR 1000 -',
      'priced month 1 GBP - 800 by 2',
    ])
  })

  it('compares a minimum or maximum of the month with the fees that the version would have charged', async () => {
    const ofBounds = ({ said }: { said: string[] }) => said.filter((part) => / month_m/.test(part))
    // Of the first 20 + 6 + 1 + 10 + 40, and of the second all but the 20; the month itself does not count.
    const least = await rehearsed(april, [...lines, newLine({ event: 'month_minimum', fixed: 150 })])
    expect(ofBounds(least)).toEqual(['flat month_minimum 1 EUR - 73 by 7', 'priced month_minimum 1 EUR - 93 by 7'])
    const most = await rehearsed(april, [...lines, newLine({ event: 'month_maximum', fixed: 60 })])
    expect(ofBounds(most)).toEqual(['flat month_maximum 1 EUR - -17 by 7'])
  })

  it('tells what was charged and given back by bounds of the version before, and adds up to what was booked', async () => {
    const rehearsedShops = [bounded, capped]
    const same = [newLine({ fixed: 20 }), newLine({ event: 'month_minimum', fixed: 110 })]
    const { said, parts, fees_booked } = await rehearsed(april, same, { rehearsedShops })
    expect(said).toEqual([
      'bounded month_minimum 1 EUR 60 70 by 2',
      'capped month_maximum 1 EUR -10 -',
      'capped month_minimum 1 EUR - 70 by 2',
    ])
    expect(fees_booked).toBe(String(100 + 30))
    expect(parts.reduce((sum, { old_fee }) => sum + Number(old_fee), 0)).toBe(Number(fees_booked))
    // Each payment costs 25 more, and the minimum asks for less.
    const dearer = await rehearsed(april, [newLine({ fixed: 45 }), newLine({ event: 'month_minimum', fixed: 110 })], {
      rehearsedShops: [bounded],
    })
    expect(dearer.said).toEqual(['bounded month_minimum 1 EUR 60 20 by 2'])
  })

  it('prices nothing where neither version does', async () => {
    const { said, left_out } = await rehearsed({ first: '2055-03-01', last: '2055-03-31' }, [newLine({ fixed: 1 })])
    expect([said, left_out]).toEqual([[], []])
  })

  it('names what it leaves out where attempts were removed, and its booked fees are left out with it', async () => {
    await house.rows(`insert into removed_data (kind, before) values ('orders', '2055-04-20')`)
    const { said, fees_booked, parts, left_out } = await rehearsed(april)
    await house.rows('delete from removed_data')
    expect(left_out).toEqual(['authorisation', 'decline'])
    expect(said.filter((part) => /authorisation|decline/.test(part))).toEqual([])
    expect(parts.reduce((sum, { old_fee }) => sum + Number(old_fee), 0)).toBe(Number(fees_booked))
  })
})

describe('a version that is activated', () => {
  it('needs somebody who saw what its rehearsal left out', async () => {
    const { id: scheme, version } = await house.make.scheme({
      lines,
      merchants: [flat.merchant],
      assigned_from: '2055-05-01',
    })
    await written(version, ['authorisation', 'decline'])
    const required = (...seen: ('authorisation' | 'decline')[]) =>
      house.databases.provider.transaction().execute(async (trx) => {
        const { scheme: held, version: of } = await lockVersion(trx, scheme, { type: 'REVENUE', version })
        await requireRehearsal(trx, held, of, { day: '2055-05-01', seen })
      })
    await expect(required('decline')).rejects.toMatchObject({
      ...{ code: 'rehearsal_left_out', details: { 'lines.left_out': ['authorisation'] } },
    })
    await required('decline', 'authorisation')

    // Another one that left out less counts, whichever is newer.
    const less = await written(version, ['decline'], '2 hours')
    const { rehearsals } = await listRehearsals(house.databases.provider, scheme, { version })
    expect(rehearsals.map(({ id, is_recent, counts }) => [id === less, is_recent, counts])).toEqual([
      [false, true, false],
      [true, true, true],
    ])
    await required('decline')
  })

  /** A rehearsal of the payments of `flat`, some time ago. */
  async function written(version: string, left_out: readonly string[], ago = '1 hour') {
    const [{ id } = { id: '' }] = await house.rows<{ id: string }>(
      `insert into scheme_rehearsal (id, created_at, version_id, revision, first_day, last_day, is_portfolio, merchant_ids, created_by,
          months, months_done, status, finished_at, left_out)
        values (gen_random_uuid(), engine_now() - $4::interval, $1, 1, '2055-04-01', '2055-04-30', true, $2, 'A writer', 1, 1, 'PROCESSED',
          engine_now(), $3) returning id`,
      [version, [flat.merchant], left_out, ago],
    )
    await house.rows(
      `insert into scheme_rehearsal_part (merchant_id, rehearsal_id, currency_code, event, payments, volume, old_fee, new_fee, cost)
        values ($1, $2, 'EUR', 'capture', 1, 1000, 20, 20, 0)`,
      [flat.merchant, id],
    )
    return id
  }
})
