import { randomUUID } from 'node:crypto'
import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { handedIn } from '../../test/money/handed-in.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { draftChargedCosts } from '../pricing/charged/draft-charged-costs.ts'
import { listChargedOfCostScheme } from '../pricing/charged/list-charged-of-cost-scheme.ts'
import { createSchemeVersion } from '../pricing/versions/create-scheme-version.ts'
import { linesOf } from '../pricing/versions/lines-of.ts'
import { matchFile } from './match-file.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let settlement: string
const now = new Date()

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.open()
})
afterAll(() => house.stop())
beforeEach(async () => {
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  settlement = await house.make.processorSettlement(bloom.merchant)
})

const person: Actor = {
  ...{ kind: 'user', id: randomUUID(), name: 'Lotte', psp: true, roles: ['PSP_ALL'], time_zone: 'UTC' },
  scope: { merchant: null, organisations: null, below: [] },
} as Actor
const asProvider = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(house.databases, person, work, { as: 'provider' })
const costs = async (lines: readonly Line[], merchants = [bloom.merchant]) =>
  (await house.make.scheme({ type: 'COST', lines, merchants })).id

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'

interface Given {
  batch?: number
  booked_at?: Date
  of?: { made: MadeMerchant; settlement: string }
}

/** Payments of these amounts, and a file of the sandbox with the fee that `feeOf` says of each. */
async function charged(
  amounts: readonly number[],
  feeOf: (amount: number) => number,
  { batch = 1, booked_at = now, of = { made: bloom, settlement } }: Given = {},
): Promise<void> {
  const made: { id: string; amount: number }[] = []
  for (const amount of amounts)
    made.push({ ...(await house.make.transaction(of.made, { amount, created_at: now })), amount })
  await house.post()
  const rows = made.map(({ id, amount }) => {
    const fee = feeOf(amount)
    const said = ['Payment', id, id, '', 'EUR', amount, 0, 0, fee, 0, amount - fee]
    return [batch, booked_at.toISOString(), ...said].join(',')
  })
  const from = { merchant_id: of.made.merchant, id: of.settlement }
  const file = await handedIn(house, from, [columns, ...rows].join('\n'))
  await matchFile(house.databases, file, now)
}
/** A next version, a copy of the last with these lines beside its own. */
async function nextVersion(id: string, more: readonly Line[] = []): Promise<string> {
  await asProvider((trx) => createSchemeVersion(trx, person, id, { type: 'COST' }, now))
  const [made] = await versionsOf(id)
  const version = String(made?.['id'])
  for (const [at, line] of more.entries())
    await house.databases.provider
      .insertInto('scheme_line')
      .values({ ...line, scheme_id: id, version_id: version, position: 10 + at })
      .execute()
  return version
}
/** From today on. */
const activate = async (version: string) => {
  await house.rows(
    `update scheme_version set status = 'SUBMITTED', submitted_at = now(), submitted_by = 'Lotte' where id = $1`,
    [version],
  )
  await house.rows(
    `update scheme_version set status = 'ACTIVE', activated_at = now(), activated_by = 'Eva',
      valid_from = (engine_now() at time zone (select time_zone from installation))::date where id = $1`,
    [version],
  )
}
const day_ms = 86_400_000
const daysAgo = (days: number) => new Date(now.getTime() - days * day_ms)
const amounts = (count: number) => Array.from({ length: count }, (_, at) => 250 + ((at * 7_919) % 19_997))
const listed = (id: string) => asProvider((trx) => listChargedOfCostScheme(trx, id))
const draft = (id: string) => asProvider((trx) => draftChargedCosts(trx, person, id, now))
const versionsOf = (id: string) =>
  house.rows(`select id, number, status, author_ids from scheme_version where scheme_id = $1 order by number desc`, [
    id,
  ])

it('the lines of a cost scheme say what was charged for them, and by which price', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 }), newLine({ event: 'refund', fixed: 8 })])
  const of = amounts(40)
  const fee = (amount: number) => 12 + Math.round(amount * 0.007)
  await charged(of, fee)
  const { version, lines } = await listed(id)
  const sum = (each: (amount: number) => number) => of.reduce((all, amount) => all + each(amount), 0)
  expect(version).toBe(1)
  expect(lines).toMatchObject([
    {
      ...{
        number: 1,
        count: 40,
        amount: sum((amount) => amount),
        charged: sum(fee),
        by_proposal: sum(fee),
        kept: null,
      },
      proposed: { fixed: 12, ppm: 7_000, event: 'capture' },
    },
    { number: 2, count: 0, since: null, proposed: null, by_proposal: null, kept: 'too_few' },
  ])
  expect(lines[0]?.since).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(lines[0]?.expected).toBe(sum((amount) => 10 + Math.round(amount * 0.0058)))
})

it('a line differs since the first fee that rounding does not explain', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(5), (amount) => 11 + Math.round(amount * 0.0058), { booked_at: daysAgo(5) })
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007), { batch: 2, booked_at: daysAgo(2) })
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007), { batch: 3 })
  const { day } = await house.one<{ day: string }>(
    'select ($1::timestamptz at time zone time_zone)::date::text as day from installation',
    [daysAgo(2)],
  )
  expect((await listed(id)).lines[0]).toMatchObject({ count: 85, since: day, proposed: { fixed: 12, ppm: 7_000 } })
})

it('a draft has the prices that were charged, its other lines as they were, and nobody’s approval', async () => {
  const lines = [newLine({ fixed: 10, ppm: 5_800 }), newLine({ event: 'refund', fixed: 8 })]
  const id = await costs(lines)
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007))
  await draft(id)
  const [made, before] = await versionsOf(id)
  expect(made).toMatchObject({ number: 2, status: 'DRAFT', author_ids: [person.id] })
  const written = await asProvider((trx) => linesOf(trx, String(made?.['id'])))
  expect(written.map(({ id: _, ...line }) => line)).toEqual([{ ...lines[0], fixed: 12, ppm: 7_000 }, lines[1]])
  const kept = await asProvider((trx) => linesOf(trx, String(before?.['id'])))
  expect(kept.map(({ id: _, ...line }) => line)).toEqual(lines)
  await expect(draft(id)).rejects.toMatchObject({ code: 'version_under_way' })
})

it('where no line gets another price there is no draft', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(30), (amount) => 10 + Math.round(amount * 0.0058))
  await expect(draft(id)).rejects.toMatchObject({ code: 'charged_as_expected' })
  await charged(amounts(18), (amount) => 30 + Math.round(amount * 0.0058), { batch: 2 })
  const { lines } = await listed(id)
  // 18 of the newest 20 differ, and the two that do not leave no price for all.
  expect(lines[0]).toMatchObject({ count: 48, proposed: null, kept: 'no_single_price' })
  await expect(draft(id)).rejects.toMatchObject({ code: 'charged_as_expected' })
  expect(await versionsOf(id)).toHaveLength(1)
})

it('of two files on one day the price of the later one is that of now', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(40), (amount) => 10 + Math.round(amount * 0.0058))
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007), { batch: 2 })
  expect((await listed(id)).lines[0]).toMatchObject({ count: 80, proposed: { fixed: 12, ppm: 7_000 } })
})

it('what was charged last is that of the newest days in the files, whenever they came', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007))
  await charged(amounts(40), (amount) => 10 + Math.round(amount * 0.0058), { batch: 2, booked_at: daysAgo(30) })
  expect((await listed(id)).lines[0]).toMatchObject({ count: 80, proposed: { fixed: 12, ppm: 7_000 } })
})

it('a merchant with many payments leaves room for the fees of the others', async () => {
  const other = await house.make.merchant({ currency_code: 'EUR' })
  const of = { made: other, settlement: await house.make.processorSettlement(other.merchant) }
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })], [bloom.merchant, other.merchant])
  const fee = (amount: number) => 10 + Math.round(amount * 0.0058)
  await charged(
    Array.from({ length: 210 }, () => 100),
    fee,
  )
  await charged(
    Array.from({ length: 30 }, () => 50_000),
    fee,
    { of, booked_at: daysAgo(1) },
  )
  expect((await listed(id)).lines[0]).toMatchObject({ count: 200, amount: 170 * 100 + 30 * 50_000 })
})

it('fees of more than 90 days before the newest are no price of now, also those of a version before', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007), { booked_at: daysAgo(91) })
  await charged(amounts(5), (amount) => 12 + Math.round(amount * 0.007), { batch: 2, booked_at: daysAgo(80) })
  await activate(await nextVersion(id))
  await charged(amounts(7), (amount) => 12 + Math.round(amount * 0.007), { batch: 3 })
  expect((await listed(id)).lines[0]).toMatchObject({ count: 12, proposed: null, kept: 'too_few' })
})

it('a line takes over no fees of a version before where a more specific line has a part of its payments now', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007))
  const version = await nextVersion(id, [newLine({ event: 'refund', gateway: 'sandbox', fixed: 8 })])
  expect((await listed(id)).lines[0]).toMatchObject({ count: 40, proposed: { fixed: 12, ppm: 7_000 } })
  await house.databases.provider
    .insertInto('scheme_line')
    .values({ ...newLine({ gateway: 'sandbox', fixed: 5 }), scheme_id: id, version_id: version, position: 30 })
    .execute()
  expect((await listed(id)).lines).toMatchObject([
    { count: 0, proposed: null, kept: 'too_few' },
    { count: 0 },
    { count: 0, proposed: null, kept: 'too_few' },
  ])
})

it('fees that are claimed from the processor are no price', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(30), (amount) => 90 + Math.round(amount * 0.0058))
  expect((await listed(id)).lines[0]).toMatchObject({ count: 30, proposed: { fixed: 90, ppm: 5_800 } })
  await house.rows(
    `update reconciliation_difference set status = 'CLAIMED', reason = 'Asked', resolved_by = 'Lotte', resolved_by_id = $2
      where merchant_id = $1 and type = 'COST'`,
    [bloom.merchant, person.id],
  )
  expect((await listed(id)).lines[0]).toMatchObject({ count: 0, proposed: null, kept: 'too_few' })
})

it('a line of a later version goes on from what was charged by the one before that named the same', async () => {
  const id = await costs([newLine({ fixed: 10, ppm: 5_800 })])
  await charged(amounts(40), (amount) => 12 + Math.round(amount * 0.007))
  await draft(id)
  // Each differs from what was expected then, and none from what is expected now.
  expect((await listed(id)).lines[0]).toMatchObject({ count: 40, proposed: null, kept: 'as_expected', since: null })
})
