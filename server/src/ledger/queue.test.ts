import { addBankingDays } from '@kontor/contract/ledger/banking-days.rules'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/database.ts'
import { until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../test/money/ledger-house.ts'
import { openDatabases } from '../platform/db/database.ts'
import { book } from './book.ts'
import { verifyLedger } from './checking/verify-ledger.ts'
import { closeDays } from './closing/close-days.ts'
import { fromTheBeginning, openLedger, queueHistory } from './opening.ts'
import { postEvents } from './posting/post-events.ts'

let house: LedgerHouse
let shop: MadeMerchant

beforeEach(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant])
})
afterEach(() => house.stop())

const events = () =>
  house.rows<{ name: string; amount: number }>(
    'select k.name, e.amount::int from ledger_event e join ledger_kind k using (kind) order by e.seq',
  )
const set = (table: string, id: string, change: string) =>
  house.rows(`update ${table} set ${change} where id = $1`, [id])
/** What a person took over from a processor may be any step. */
const untransitioned = (table: string, id: string, change: string) =>
  house.rows(
    `do $$ begin alter table ${table} disable trigger a_status_transition; update ${table} set ${change} where id = '${id}';
      alter table ${table} enable trigger a_status_transition; end $$`,
  )
const sums = async () => {
  const rows = await house.rows<{ code: number; amount: number }>(
    `select code, sum(credit - debit)::int as amount from ledger_balance group by 1 having sum(credit - debit) <> 0 order by 1`,
  )
  return Object.fromEntries(rows.map(({ code, amount }) => [code, amount]))
}
const verified = async () => (await verifyLedger(house.databases.provider, () => new Date()))?.examples

describe('the queue', () => {
  it('is written by nothing while the ledger is not open', async () => {
    await house.make.transaction(shop)
    expect(await events()).toEqual([])
  })

  it('gets one event for each capture, refund and chargeback, and for what is taken back', async () => {
    await house.open()
    const paid = await house.make.transaction(shop, {
      status: 'SETTLEMENT_REQUESTED',
      amount: 9_000,
      captured_amount: 6_000,
    })
    expect(await events()).toEqual([])
    await set('transaction', paid.id, `status = 'SETTLEMENT_COMPLETED'`)
    const refund = await house.make.refund(shop, paid, { amount: 1_000, status: 'PENDING' })
    await set('refund', refund.id, `status = 'PROCESSED'`)
    await set('refund', refund.id, `status_reason = null`)
    const chargeback = await house.make.chargeback(shop, paid, { amount: 5_000 })
    await set('chargeback', chargeback.id, `status = 'IN_DISPUTE'`)
    await set('chargeback', chargeback.id, `status = 'WON'`)
    await set('refund', refund.id, `status = 'FAILED'`)
    await set('transaction', paid.id, `status = 'FAILED'`)
    expect(await events()).toEqual([
      { name: 'capture', amount: 6_000 },
      { name: 'refund', amount: 1_000 },
      { name: 'chargeback', amount: 5_000 },
      { name: 'chargeback_reversed', amount: 5_000 },
      { name: 'refund_undone', amount: 1_000 },
      { name: 'capture_undone', amount: 6_000 },
    ])
  })

  /** A payment that was made and settled elsewhere, a day before another one. */
  const imported = async (like: { id: string }) => {
    await house.rows(`select set_config('kontor.actor', '{"kind":"import","name":"a.csv"}', false)`)
    const [row] = await house.rows<{ id: string; created_at: string }>(
      `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, amount,
        captured_amount, currency_code, status, merchant_reference, payment_product)
        select merchant_id, created_at - interval '1 day', gen_random_uuid(), organisation_id, payment_profile_id, processor_id, amount,
          captured_amount, currency_code, status, 'I', payment_product from transaction where id = $1
        returning id, created_at`,
      [like.id],
    )
    await house.rows(`select set_config('kontor.actor', '', false)`)
    return row as { id: string; created_at: string }
  }

  it('gets nothing of payments that were settled elsewhere and imported', async () => {
    await house.open()
    await imported(await house.make.transaction(shop))
    expect(await events()).toHaveLength(1)
    await house.post()
    expect(await verified()).toEqual([])
  })

  it('gets of an imported payment the chargebacks that came after the import, and none that was settled elsewhere', async () => {
    await house.open()
    const payment = await imported(await house.make.transaction(shop))
    const hour_ms = 3_600_000
    const before = { amount: 7_550, created_at: new Date(Date.now() - hour_ms), status: 'IN_DISPUTE' as const }
    const { id } = await house.make.chargeback(shop, payment, before)
    await set('chargeback', id, `status = 'WON'`)
    await house.make.chargeback(shop, payment, { ...before, status: 'LOST' })
    await house.make.chargeback(shop, payment, { amount: 900, created_at: new Date(Date.now() + 1_000) })
    expect((await events()).slice(1)).toEqual([{ name: 'chargeback', amount: 900 }])
    await house.post()
    expect(await verified()).toEqual([])
  })
})

describe('what a processor takes back', () => {
  it('is booked as the opposite of all that was booked of it: fee, cost and hold too', async () => {
    await house.open()
    const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    const refund = await house.make.refund(shop, paid, { amount: 4_000 })
    await house.post()
    expect(await sums()).toMatchObject({ 31: 500, 40: 57, 50: -17 })
    await set('refund', refund.id, `status = 'FAILED'`)
    await set('transaction', paid.id, `status = 'FAILED'`)
    await house.post()
    expect(await sums()).toEqual({})
    expect(await house.rows('select amount::int from ledger_hold')).toEqual([{ amount: 0 }])
    expect(await verified()).toEqual([])
  })

  it('is booked after what it takes back, also when both wait and batches are small', async () => {
    await house.open()
    for (let n = 0; n < 4; n += 1) {
      const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
      await set('transaction', paid.id, `status = 'FAILED'`)
    }
    await house.post(3)
    expect(await sums()).toEqual({})
    expect(await verified()).toEqual([])
  })

  it('may be taken, undone and taken again, each time with its own fee', async () => {
    await house.open()
    const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await set('transaction', paid.id, `status = 'FAILED'`)
    await untransitioned('transaction', paid.id, `status = 'SETTLEMENT_COMPLETED'`)
    await house.post()
    expect(await sums()).toMatchObject({ 40: 32, 31: 500 })
    await set('transaction', paid.id, `status = 'FAILED'`)
    await house.post()
    expect(await sums()).toEqual({})
    expect(await verified()).toEqual([])
  })

  it('leaves a hold that was released already, and VAT of a later month gives back what was charged too much', async () => {
    await house.clockTo('2054-12-01T09:00:00Z')
    await house.open()
    const paid = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await house.post()
    await house.clockTo('2055-03-10T09:00:00Z')
    await closeDays(house.databases.provider)
    await set('transaction', paid.id, `status = 'FAILED'`)
    await house.post()
    await house.clockTo('2055-03-11T09:00:00Z')
    await closeDays(house.databases.provider)
    expect(
      await house.rows('select kind, amount::int from ledger_transfer where kind in (4, 16, 35) order by seq'),
    ).toEqual([
      { kind: 16, amount: 7 },
      { kind: 4, amount: 500 },
      { kind: 35, amount: 7 },
    ])
    expect(await sums()).toEqual({})
    expect(await verified()).toEqual([])
  })
})

describe('what a processor takes back after the reserve was used', () => {
  const useReserve = async (amount: number) => {
    const [of] = await house.rows<{ merchant_id: string; book_id: string; currency_code: string }>(
      'select distinct merchant_id, book_id, currency_code from ledger_hold',
    )
    if (!of) throw new Error('nothing is held')
    await house.databases.provider
      .transaction()
      .execute((trx) =>
        book(trx, [{ ...of, kind: 'reserve_used', amount, subject_id: of.book_id, available: 'at once' }]),
      )
  }
  const paid = () => house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
  const undo = async (...payments: { id: string }[]) => {
    for (const { id } of payments) await set('transaction', id, `status = 'FAILED'`)
    await house.post()
    expect(await house.rows('select reason from ledger_event_aside')).toEqual([])
    expect(await verified()).toEqual([])
  }

  it('is taken from the merchant whole when nothing of its hold is left', async () => {
    await house.open()
    const payment = await paid()
    await house.post()
    await useReserve(500)
    await undo(payment)
    // What was owed of it and what the reserve gave are gone: nothing is left of any account.
    expect(await sums()).toEqual({})
    expect(await house.rows('select from ledger_transfer where kind = 4')).toEqual([])
  })

  it('shares what is left with what was held on the same day', async () => {
    await house.open()
    const payments = [await paid(), await paid(), await paid()]
    await house.post()
    await useReserve(800)
    await undo(...payments)
    expect(await house.rows('select amount::int from ledger_transfer where kind = 4 order by seq')).toEqual([
      { amount: 500 },
      { amount: 200 },
    ])
    expect(await house.rows('select amount::int from ledger_hold')).toEqual([{ amount: 0 }])
  })
})

describe('a refund or chargeback', () => {
  it('is booked where its payment is, also when the account of the shop was changed since', async () => {
    await house.open()
    const [before, after] = [await ownBook(), await ownBook()]
    await set('payment_profile', shop.profile, `bank_account_id = '${before.account}'`)
    const payment = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await house.post()
    await set('payment_profile', shop.profile, `bank_account_id = '${after.account}'`)
    await house.rows(`update settlement_profile set delay_days = 5 where book_id = $1`, [before.book])
    await house.make.refund(shop, payment, { amount: 1_000 })
    const disputed = await house.make.chargeback(shop, payment, { amount: 2_000 })
    await set('chargeback', disputed.id, `status = 'IN_DISPUTE'`)
    await set('chargeback', disputed.id, `status = 'WON'`)
    await house.make.transaction(shop, { amount: 3_000, payment_product: 'ideal' })
    await house.post()
    const booked = await house.rows<{ kind: number; book_id: string; day: string; available: string }>(
      `select kind, book_id, business_day::text as day, available_on::text as available from ledger_transfer
        where kind in (1, 7, 8, 9) order by amount desc, kind`,
    )
    expect(booked.map(({ kind, book_id }) => [kind, book_id])).toEqual([
      [1, before.book],
      [1, after.book],
      [8, before.book],
      [9, before.book],
      [7, before.book],
    ])
    const refund = booked.find(({ kind }) => kind === 7)
    expect(refund?.available).toBe(addBankingDays(refund?.day ?? '', 5))
    expect(await verified()).toEqual([])
  })

  it('comes to the book of its payment when both wait', async () => {
    await house.open()
    const { account, book: own } = await ownBook()
    await set('payment_profile', shop.profile, `bank_account_id = '${account}'`)
    const payment = await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await house.make.refund(shop, payment, { amount: 1_000 })
    await house.post()
    expect(await house.rows('select distinct book_id from ledger_transfer')).toEqual([{ book_id: own }])
  })

  async function ownBook() {
    const account = await house.make.bankAccount(shop.merchant)
    await house.make.settlementProfile(shop.merchant, { bank_account: account })
    const [found] = await house.rows<{ id: string }>('select book_of($1, $2) as id', [shop.merchant, account])
    return { account, book: found?.id ?? '' }
  }
})

describe('an event that cannot be booked', () => {
  it('is set aside, and the others are booked', async () => {
    await house.open()
    for (let n = 0; n < 30; n += 1) await house.make.transaction(shop, { amount: 1_000 + n, payment_product: 'ideal' })
    await house.rows(
      `update ledger_event set transaction_id = gen_random_uuid() where seq = (select seq from ledger_event order by seq offset 17 limit 1)`,
    )
    const aside: unknown[] = []
    await postEvents(house.databases.provider, 8, (event) => aside.push(event))
    expect(aside).toHaveLength(1)
    expect(await house.rows('select count(*)::int as n from ledger_transfer where kind = 1')).toEqual([{ n: 29 }])
    expect(await events()).toEqual([])
    expect(await verifyLedger(house.databases.provider, () => new Date())).toMatchObject({
      differences: 0,
      set_aside: 1,
    })
  })

  it('is set aside where a sum would be more than a sum can be, and the others keep theirs', async () => {
    await house.open()
    for (const amount of [1_000, 2_000, 3_000]) await house.make.transaction(shop, { amount, payment_product: 'ideal' })
    await house.rows('update ledger_event set amount = 9000000000000000000 where amount <> 2000')
    const aside: { reason: string }[] = []
    await postEvents(house.databases.provider, undefined, (event) => aside.push(event))
    expect(aside).toMatchObject([{ reason: 'bigint out of range (22003)' }])
    expect(await house.rows('select debit::text from ledger_balance where code = 20 and n > 1')).toEqual([
      { debit: '9000000000000002000' },
    ])
    const examples = await verified()
    expect(examples?.map(({ check }) => check).filter((check) => check !== 'L7 captures')).toEqual([])
  })

  it('takes with it what takes it back', async () => {
    await house.open()
    const paid = await house.make.transaction(shop, { amount: 1_000 })
    await house.rows('delete from ledger_event')
    await set('transaction', paid.id, `status = 'FAILED'`)
    await house.post()
    expect(await house.rows('select reason from ledger_event_aside')).toEqual([
      { reason: 'what it takes back is not booked' },
    ])
  })
})

describe('the poster', () => {
  const trade = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const paid = await house.make.transaction(shop, {
        amount: 100 + n * 7,
        payment_product: n % 2 === 0 ? 'card' : 'ideal',
      })
      if (n % 3 === 0) await house.make.refund(shop, paid, { amount: 50 })
    }
  }

  const waiting = () =>
    house.rows(
      `select from pg_stat_activity where usename = 'kontor_provider' and wait_event_type = 'Lock'
        and datname = current_database()`,
    )
  const killWaiting = () =>
    house.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kontor_provider' and wait_event_type = 'Lock'
        and datname = current_database()`,
    )

  it('books nothing twice and loses nothing when its connection is killed in the middle of batches', async () => {
    await house.open()
    await trade(60)
    // It is held up while it prices, while it writes, and while it moves sums.
    for (const table of ['merchant', 'ledger_transfer', 'ledger_balance', 'ledger_hold', 'ledger_available']) {
      const holding = new pg.Client(house.database.adminUrl)
      await holding.connect()
      await holding.query('begin')
      await holding.query(`lock table ${table} in access exclusive mode`)
      const posting = postEvents(house.databases.provider, 7).catch((error: unknown) => error)
      await until(killWaiting, (killed) => killed.length > 0)
      await holding.end()
      expect(await posting).toBeInstanceOf(Error)
    }
    await house.post()
    expect(await events()).toEqual([])
    expect(
      await house.rows(
        'select kind, count(*)::int as n from ledger_transfer where kind in (1, 7) group by 1 order by 1',
      ),
    ).toEqual([
      { kind: 1, n: 60 },
      { kind: 7, n: 20 },
    ])
    expect(await verified()).toEqual([])
  })

  it('does not book an event that somebody else takes meanwhile', async () => {
    await house.open()
    await trade(4)
    const [first] = await house.rows<{ seq: string; amount: number }>(
      'select seq, amount::int from ledger_event where kind = 1 order by seq limit 1',
    )
    const taking = new pg.Client(house.database.adminUrl)
    await taking.connect()
    await taking.query('begin')
    await taking.query('delete from ledger_event where seq = $1', [first?.seq])
    const posting = house.post()
    await until(waiting, ({ length }) => length > 0)
    await taking.query('commit')
    await taking.end()
    expect(await posting).toBe(5)
    expect(await events()).toEqual([])
    expect(await house.rows('select amount::int from ledger_transfer where kind = 1 order by seq')).toEqual(
      [107, 114, 121].map((amount) => ({ amount })),
    )
    expect((await verified())?.map(({ check }) => check)).toEqual(['L7 captures'])
  })

  it('reads prices once for a whole batch, also when its size is estimated as nothing', async () => {
    await house.open()
    await trade(20)
    await house.post()
    // The queue has no row here, but the pages of its former rows.
    await house.rows('analyze ledger_event')
    await trade(20)
    const { databases, reads } = explaining(house.database)
    await postEvents(databases.provider).finally(databases.close)
    expect(new Set(reads.map(({ of }) => of))).toContain('price')
    expect(reads.filter(({ times }) => times > 1)).toEqual([])
    expect(await verified()).toEqual([])
  })

  it('may run twice at once', async () => {
    await house.open()
    await trade(40)
    await Promise.all([house.post(5), house.post(6), closeDays(house.databases.provider), house.post(7)])
    expect(await house.rows('select count(*)::int as n from ledger_transfer where kind in (1, 7)')).toEqual([{ n: 54 }])
    expect(await verified()).toEqual([])
  })
})

/** Databases that tell of the statement that books a batch how many times it reads each of its own parts. */
function explaining({ adminUrl }: TestDatabase) {
  const reads: { of: string; times: number }[] = []
  const databases = openDatabases({ merchantUrl: adminUrl, providerUrl: adminUrl }, () => {})
  databases.pools.provider.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      if (message.includes('delete from ledger_event')) lookAt(JSON.parse(message.slice(message.indexOf('{'))))
    })
    void client.query(`load 'auto_explain'; set client_min_messages = notice; set auto_explain.log_level = notice;
      set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_format = json`)
  })
  const lookAt = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('CTE Name' in part && 'Actual Loops' in part)
      reads.push({ of: String(part['CTE Name']), times: Number(part['Actual Loops']) })
    for (const each of Object.values(part)) lookAt(each)
  }
  return { databases, reads }
}

describe('opening', () => {
  const at = (days: number) => ({ created_at: new Date(Date.now() - days * 86_400_000) })
  const open = async (since: string | null) => {
    await openLedger(house.databases.provider, since)
    while ((await house.rows('select from ledger_day where history_from is not null')).length > 0)
      await queueHistory(house.databases.provider)
    await house.post()
  }
  const booked = () =>
    house.rows(
      'select k.name, t.amount::int from ledger_transfer t join ledger_kind k using (kind) where kind in (1, 7, 8, 9, 32, 33) order by seq',
    )

  it('owes merchants nothing of payments from before, which processors paid to them', async () => {
    const old = await house.make.transaction(shop, { amount: 1_000, payment_product: 'ideal', ...at(3) })
    const late = await house.make.transaction(shop, { amount: 2_000, status: 'SETTLEMENT_REQUESTED', ...at(3) })
    await house.make.refund(shop, old, { amount: 100 })
    await open(null)
    // What comes of them later is not ours either.
    await set('transaction', late.id, `status = 'SETTLEMENT_COMPLETED'`)
    await house.make.refund(shop, old, { amount: 200 })
    const disputed = await house.make.chargeback(shop, old, { amount: 300 })
    await set('chargeback', disputed.id, `status = 'IN_DISPUTE'`)
    await set('chargeback', disputed.id, `status = 'WON'`)
    await set('transaction', old.id, `status = 'FAILED'`)
    const paid = await house.make.transaction(shop, { amount: 4_000, payment_product: 'ideal' })
    await house.make.refund(shop, paid, { amount: 400 })
    await house.post()
    expect(await booked()).toEqual([
      { name: 'capture', amount: 4_000 },
      { name: 'refund', amount: 400 },
    ])
    expect(await verified()).toEqual([])
    await expect(house.rows(`update ledger_day set counts_from = '-infinity'`)).rejects.toThrow(
      'a closed day stays closed',
    )
  })

  it('counts from the day on that the provider names, with what there is since', async () => {
    const before = await house.make.transaction(shop, { amount: 1_000, payment_product: 'ideal', ...at(6) })
    const paid = await house.make.transaction(shop, { amount: 2_000, payment_product: 'ideal', ...at(2) })
    await house.make.refund(shop, before, { amount: 100 })
    await house.make.refund(shop, paid, { amount: 200 })
    const [lost, won] = [
      await house.make.chargeback(shop, before, { amount: 300 }),
      await house.make.chargeback(shop, paid, { amount: 400 }),
    ]
    for (const { id } of [lost, won]) {
      await set('chargeback', id, `status = 'IN_DISPUTE'`)
      await set('chargeback', id, `status = 'WON'`)
    }
    await open(new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10))
    await closeDays(house.databases.provider)
    const found = await booked()
    expect(found.filter(({ name }) => name === 'capture')).toEqual([{ name: 'capture', amount: 2_000 }])
    expect(found.filter(({ name }) => name === 'refund')).toEqual([{ name: 'refund', amount: 200 }])
    expect(await verified()).toEqual([])
  })

  it('books what there was, once, with what changes meanwhile', async () => {
    const paid = []
    const at = (n: number) => ({ created_at: new Date(Date.now() - 3 * 86_400_000 + n) })
    for (let n = 0; n < 9; n += 1)
      paid.push(await house.make.transaction(shop, { amount: 1_000, payment_product: 'ideal', ...at(n) }))
    const [first, second, third, fourth] = paid
    if (!first || !second || !third || !fourth) throw new Error('nine were made')
    await house.make.refund(shop, first, { amount: 100 })
    const won = await house.make.chargeback(shop, second, { amount: 300 })
    await set('chargeback', won.id, `status = 'IN_DISPUTE'`)
    await set('chargeback', won.id, `status = 'WON'`)
    const waiting = await house.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED', amount: 500 })

    // A transaction that began before the ledger was opened, and ends after it.
    const slow = new pg.Client(house.database.adminUrl)
    await slow.connect()
    await slow.query('begin')
    await slow.query(`update transaction set status = 'SETTLEMENT_COMPLETED' where id = $1`, [waiting.id])
    await openLedger(house.databases.provider, fromTheBeginning)
    // What is seen open queues its own events: one is undone, one refunded, one paid.
    await set('transaction', third.id, `status = 'FAILED'`)
    await house.make.refund(shop, fourth, { amount: 200 })
    await house.make.transaction(shop, { amount: 700, payment_product: 'ideal' })
    expect(await queueHistory(house.databases.provider, 3)).toBe(true)
    expect(await queueHistory(house.databases.provider, 3)).toBe(false)
    await closeDays(house.databases.provider)
    expect(await house.rows('select closed_through < opened_on as none_closed from ledger_day')).toEqual([
      { none_closed: true },
    ])
    await slow.query('commit')
    await slow.end()
    // Other databases of the cluster have transactions too.
    await until(
      () => house.rows('select from ledger_day where pg_snapshot_xmin(pg_current_snapshot()) >= history_after'),
      (ended) => ended.length > 0,
    )

    // It stops after each part, and goes on from there.
    let parts = 1
    while (await queueHistory(house.databases.provider, 3)) parts += 1
    expect(parts).toBeGreaterThan(3)
    await house.post()
    const counted = await house.rows(
      'select k.name, count(*)::int as n, sum(amount)::int as amount from ledger_transfer join ledger_kind k using (kind) where kind in (1, 7, 8, 9, 32) group by 1 order by 1',
    )
    expect(counted).toEqual([
      // The one that was undone before it was queued is not there at all.
      { name: 'capture', n: 10, amount: 9_200 },
      { name: 'refund', n: 2, amount: 300 },
    ])
    expect(await verified()).toEqual([])
    await closeDays(house.databases.provider)
    expect(await verified()).toEqual([])
  })
})
