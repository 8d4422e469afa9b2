import { setTimeout as sleep } from 'node:timers/promises'
import { ledgerCodes, ledgerKinds, merchantKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../test/money/ledger-house.ts'
import { book, type NewTransfer } from './book.ts'
import { verifyLedger } from './checking/verify-ledger.ts'
import { closeDays } from './closing/close-days.ts'
import { closedThrough } from './ledger-day.ts'

let house: LedgerHouse
let shop: MadeMerchant
let other: MadeMerchant

beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ currency_code: 'EUR' })
  other = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant, other.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  await house.make.transaction(shop, { amount: 10_000 })
  await house.make.transaction(other, { amount: 20_000 })
  await house.post()
  await house.clockTo('2054-12-08T09:00:00Z')
  await closeDays(house.databases.provider)
})
afterAll(() => house.stop())

type Who = 'owner' | 'merchant' | 'provider'
const urls = () => ({
  owner: house.database.adminUrl,
  merchant: house.database.merchantUrl,
  provider: house.database.providerUrl,
})

/** Runs a statement in a transaction that is rolled back; gives its rows, or code and constraint of its refusal. */
async function attempt(who: Who, ...statements: string[]): Promise<Record<string, unknown>[] | string> {
  const client = new pg.Client(urls()[who])
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('kontor.merchant', $1, true)`, [shop.merchant])
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return [error.code, error.constraint].filter(Boolean).join(' ')
  } finally {
    await client.end()
  }
}

const bookOf = async (merchant: string) =>
  (await house.rows<{ id: string }>(`select book_of($1, null) as id`, [merchant]))[0]?.id ?? ''
async function oneOff(merchant: string, amount = 995): Promise<NewTransfer> {
  return {
    merchant_id: merchant,
    book_id: await bookOf(merchant),
    kind: 'one_off_debit',
    currency_code: 'EUR',
    amount,
    subject_id: merchant,
    available: 'at once',
    actor: { kind: 'user', id: null, name: 'Ada' },
    reason: 'a terminal that was lost',
  }
}
const inProvider = <T>(
  work: Parameters<ReturnType<LedgerHouse['databases']['provider']['transaction']>['execute']>[0],
) => house.databases.provider.transaction().execute(work) as Promise<T>

/** Inserts a transfer on a day that is closed. It has a number, because before PostgreSQL 17 partitions give none. */
const late = (
  table: string,
) => `insert into ${table} (seq, merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, subject_id)
    overriding system value
    select 0, merchant_id, '2054-12-07', book_id, organisation_id, kind, currency_code, amount, subject_id from ledger_transfer limit 1`

describe('the tables of kinds and accounts', () => {
  it('have what the contract says', async () => {
    const kinds = await house.rows('select kind, name, debit, credit from ledger_kind order by kind')
    expect(kinds).toEqual(Object.entries(ledgerKinds).map(([name, kind]) => ({ name, ...kind })))
    const codes = await house.rows('select code, name, side, sub from ledger_code order by code')
    expect(codes).toEqual(Object.entries(ledgerCodes).map(([code, of]) => ({ code: Number(code), sub: null, ...of })))
  })

  it('and the policy shows a merchant the kinds that move its own accounts', async () => {
    const [{ policy } = { policy: '' }] = await house.rows<{ policy: string }>(
      `select pg_get_expr(polqual, polrelid) as policy from pg_policy where polname = 'own_merchant' and polrelid = 'ledger_transfer'::regclass`,
    )
    const shown = [...policy.matchAll(/\b(\d+)\b/g)].map(([, number]) => Number(number))
    expect(shown).toEqual(merchantKinds.map((name) => ledgerKinds[name].kind))
  })
})

describe('what is booked', () => {
  const change = `update ledger_transfer set amount = amount + 1`
  it.each<[Who, string, string]>([
    ['owner', change, '23514 ledger_written_once'],
    ['owner', 'delete from ledger_transfer', '23514 ledger_written_once'],
    ['owner', 'truncate ledger_transfer', '23514 ledger_written_once'],
    ['owner', 'update ledger_transfer_2054_12 set amount = 1', '23514 ledger_written_once'],
    ['owner', 'truncate ledger_transfer_2054_12', '23514 ledger_written_once'],
    ['provider', change, '42501'],
    ['provider', 'delete from ledger_transfer', '42501'],
    ['provider', 'truncate ledger_transfer', '42501'],
    ['merchant', change, '42501'],
    ['merchant', 'insert into ledger_event (merchant_id) values (current_merchant())', '42501'],
    ['provider', 'insert into ledger_event (merchant_id) values (gen_random_uuid())', '42501'],
    ['merchant', 'select from ledger_event', '42501'],
  ])('stays as it is: %s cannot %s (money check 22)', async (who, statement, refusal) => {
    expect(await attempt(who, ...(who === 'owner' ? unbound : []), statement)).toBe(refusal)
  })

  /** The owner of the tables is bound by row-level security as well, and would find nothing to change. */
  const unbound = [
    'alter table ledger_transfer no force row level security',
    'alter table ledger_transfer_2054_12 no force row level security',
  ]

  it('stays as it is for a load without triggers', async () => {
    expect(await attempt('owner', ...unbound, 'set local session_replication_role = replica', change)).toBe(
      '23514 ledger_written_once',
    )
  })

  it.each<[Who, string]>([
    ['owner', 'ledger_transfer'],
    ['owner', 'ledger_transfer_2054_12'],
    ['provider', 'ledger_transfer'],
  ])('is never on a closed day: %s inserts into %s', async (who, table) => {
    expect(await attempt(who, ...(who === 'owner' ? unbound : []), late(table))).toBe('23514 ledger_day_closed')
  })

  it('is never unbalanced, negative or zero', async () => {
    const amount = (value: number) =>
      late('ledger_transfer')
        .replace(', amount, subject_id from', `, ${value}, subject_id from`)
        .replace('2054-12-07', '2054-12-08')
    expect(await attempt('provider', amount(0))).toBe('23514 ledger_transfer_amount_check')
    expect(await attempt('provider', amount(-5))).toBe('23514 ledger_transfer_amount_check')
  })

  it('needs a person and a reason where it is booked by hand', async () => {
    const { actor: _, ...without } = await oneOff(shop.merchant)
    await expect(inProvider((trx) => book(trx, [without]))).rejects.toThrow(/ledger_transfer_check/)
  })
})

describe('a closed day', () => {
  it.each<[Who, string, string]>([
    ['owner', `update ledger_day set closed_through = closed_through - 1`, '23514 ledger_day_kept'],
    ['provider', `update ledger_day set closed_through = closed_through - 1`, '23514 ledger_day_kept'],
    ['owner', `update ledger_day set opened_on = '2020-01-01'`, '23514 ledger_day_kept'],
    ['owner', 'delete from ledger_day', '23514 ledger_day_kept'],
    ['owner', 'truncate ledger_day', '23514 ledger_day_kept'],
    ['owner', `update installation set time_zone = 'America/New_York'`, '23514 ledger_time_zone'],
    ['provider', 'delete from ledger_day', '42501'],
    ['merchant', 'update ledger_day set closed_through = closed_through + 1', '42501'],
  ])('stays closed: %s cannot %s', async (who, statement, refusal) => {
    expect(await attempt(who, statement)).toBe(refusal)
  })

  it('is refused to a command', async () => {
    const transfer = await oneOff(shop.merchant)
    await expect(inProvider((trx) => book(trx, [transfer], '2054-12-07'))).rejects.toMatchObject({ code: 'day_closed' })
    expect(await inProvider((trx) => book(trx, [transfer]))).toBe('2054-12-08')
  })

  it('waits for a booking that is under way, which then is in it (the race)', async () => {
    await house.clockTo('2054-12-09T09:00:00Z')
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const transfer = await oneOff(shop.merchant, 100)
    const booking = inProvider<string>(async (trx) => {
      const day = await book(trx, [transfer])
      begun.resolve()
      await mayEnd.promise
      return day
    })
    await begun.promise
    let isClosed = false
    const closing = closeDays(house.databases.provider).then(() => {
      isClosed = true
    })
    await untilWaiting()
    expect(isClosed).toBe(false)
    mayEnd.resolve()
    expect(await booking).toBe('2054-12-08')
    await closing
    expect(await closedThrough(house.databases.provider)).toBe('2054-12-08')
    expect(await verifyLedger(house.databases.provider, () => new Date())).toMatchObject({ differences: 0 })
    // The same command a moment later is booked on the next day.
    expect(await inProvider((trx) => book(trx, [transfer]))).toBe('2054-12-09')
  })

  it('waits for whoever books, also without the command', async () => {
    await house.clockTo('2054-12-10T09:00:00Z')
    const booking = new pg.Client(house.database.providerUrl)
    await booking.connect()
    await booking.query('begin')
    await booking.query(late('ledger_transfer').replace('2054-12-07', '2054-12-09'))
    const closing = closeDays(house.databases.provider)
    await untilWaiting()
    await booking.query('rollback')
    await booking.end()
    await closing
    expect(await closedThrough(house.databases.provider)).toBe('2054-12-09')
  })

  it('and a booking by hand at the same moment do not wait for each other, whichever has something to post', async () => {
    await house.make.transaction(shop, { amount: 1_500 })
    await house.clockTo('2054-12-11T09:00:00Z')
    const [begun, mayBook] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transfer = await oneOff(shop.merchant, 150)
    const booking = inProvider<string>(async (trx) => {
      // As a one-off does, before it finds its book.
      await sql`select from ledger_day for share`.execute(trx)
      begun.resolve()
      await mayBook.promise
      return book(trx, [transfer])
    })
    await begun.promise
    const closing = closeDays(house.databases.provider)
    await untilWaiting()
    mayBook.resolve()
    const [booked, closed] = await Promise.allSettled([booking, closing])
    expect(booked).toEqual({ status: 'fulfilled', value: '2054-12-10' })
    expect(closed.status).toBe('fulfilled')
    expect(await closedThrough(house.databases.provider)).toBe('2054-12-10')
    expect(await verifyLedger(house.databases.provider, () => new Date())).toMatchObject({ differences: 0 })
  })

  async function untilWaiting(): Promise<void> {
    for (;;) {
      const waiting = await house.rows(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      if (waiting.length > 0) return
      await sleep(10)
    }
  }
})

describe('a merchant', () => {
  it('sees its own transfers and sums of its own accounts, and nothing of costs, banks and others', async () => {
    const kinds = await attempt('merchant', 'select distinct kind from ledger_transfer order by kind')
    expect(kinds).toEqual([1, 2, 3, 15, 16].map((kind) => ({ kind })))
    const codes = await attempt('merchant', 'select distinct code from ledger_balance order by code')
    expect(codes).toEqual([{ code: 30 }, { code: 31 }])
    const merchants = [
      'ledger_transfer',
      'ledger_balance',
      'ledger_book',
      'ledger_hold',
      'ledger_available',
      'ledger_vat',
    ]
    for (const table of merchants)
      expect(await attempt('merchant', `select distinct merchant_id from ${table}`)).toEqual([
        { merchant_id: shop.merchant },
      ])
    const hidden = await house.rows(`select distinct kind from ledger_transfer where merchant_id = $1 and kind = 5`, [
      shop.merchant,
    ])
    expect(hidden).toHaveLength(1)
  })
})

describe('the books', () => {
  it('are compared: a sum that somebody changed is found (money check 22)', async () => {
    const verified = () => verifyLedger(house.databases.provider, () => new Date())
    expect(await verified()).toMatchObject({ differences: 0, examples: [] })
    const raise = (by: number) =>
      sql`update ledger_balance set credit = credit + ${by} where code = 30 and merchant_id = ${shop.merchant}
        and business_day = '2054-12-07'`.execute(house.databases.provider)
    await raise(1)
    const found = await verified()
    expect(found?.examples.map(({ check }) => check).sort()).toEqual([
      'L1 debit = credit',
      'L10 payable',
      'L6 balances',
      'L6 closed days',
    ])
    await raise(-1)
    expect(await verified()).toMatchObject({ differences: 0 })
    const sums = await house.rows(
      'select currency_code, (sum(debit) - sum(credit))::int as off from ledger_balance group by 1',
    )
    expect(sums).toEqual([{ currency_code: 'EUR', off: 0 }])
  })

  it('are compared with payments: what is booked once more months later is found', async () => {
    const verified = () => verifyLedger(house.databases.provider, () => new Date())
    const [payment] = await house.rows<{ id: string }>('select id from transaction where merchant_id = $1', [
      other.merchant,
    ])
    await house.clockTo('2055-04-08T09:00:00Z')
    await closeDays(house.databases.provider)
    expect(await verified()).toMatchObject({ differences: 0 })
    const { actor: _, reason: _why, ...once } = await oneOff(other.merchant)
    const of = { subject_id: payment?.id ?? '', transaction_id: payment?.id ?? '' }
    await inProvider((trx) => book(trx, [{ ...once, ...of, kind: 'capture', amount: 20_000n }]))
    expect(await verified()).toMatchObject({
      differences: 1,
      examples: [{ check: 'L7 captures', subject_id: of.subject_id, said: '20000', found: '40000' }],
    })
  })
})
