import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { credential } from '../../test/harness.ts'
import { type MadeMerchant, type Make, makers } from '../../test/make.ts'
import type { Contradiction } from '../engine/contradictions/record-contradiction.ts'
import { enqueue } from '../engine/outbox/outbox.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../platform/db/database.ts'
import { instantOf, isIdFor, newId, newIdFor } from '../platform/db/ids.ts'
import { systemClock } from '../platform/time/clock.ts'
import {
  type Gateway,
  type ListedPayment,
  NoAnswer,
  type Outcome,
  OutcomeUnknown,
  type Report,
  type Told,
} from '../processors/gateway.ts'
import { gateways } from '../processors/gateways.ts'
import { readListed } from '../processors/http.ts'
import { sandboxGateway } from '../processors/sandbox/sandbox-gateway.ts'
import { cancelScheduledTransaction } from '../scheduled/cancel-scheduled-transaction.ts'
import { attemptOf } from '../scheduled/locked-scheduled.ts'
import { runScheduledTransaction } from '../scheduled/run-scheduled-transaction.ts'
import { scheduledTransactionsJob } from '../scheduled/scheduled-job.ts'
import { beginCycle, cycleOf, openCycle } from '../subscriptions/begin-cycle.ts'
import { billSubscriptions } from '../subscriptions/billing-engine.ts'
import { lockSubscription } from '../subscriptions/locked-subscription.ts'
import { type Account, accountsOf } from './accounts.ts'
import { bookListed, type House, type Progress } from './book-listed.ts'
import { reconcileSince } from './reconcile.ts'

let database: TestDatabase
let databases: Databases
let make: Make
let shop: MadeMerchant
let house: House
let account: Account
const told: Contradiction[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential })
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})
beforeEach(async () => {
  told.length = 0
  shop = await make.merchant()
  const gateways = { masterKey: database.masterKey, publicUrl: 'http://localhost:4000', timeout_ms: 1_000 }
  house = { databases, gateways, clock: systemClock, onContradiction: (each) => void told.push(each) }
  const { accounts } = await accountsOf(databases, gateways)
  account = accounts.find(([{ merchant }]) => merchant === shop.merchant) ?? expect.unreachable()
})

const minute_ms = 60_000
const day_ms = 86_400_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute_ms)
const idAt = (at: Date) => newId(at).id

interface Said extends Pick<Report, 'operation' | 'outcome'> {
  reference: string
  payment_id?: string
  amount?: number
}
const operation = ({ payment_id = 'sbx_payment', ...of }: Said): Told => ({
  about: 'operation',
  report: {
    ...{ operation: of.operation, outcome: of.outcome, reference: of.reference, id: `sbx_${of.reference}` },
    ...{ payment_id, money: { amount: of.amount ?? 5_000, currency_code: 'EUR' } },
  },
})
const taken: Outcome = { is: 'done', status: 'CAPTURED' }

/** A payment as its processor lists it: taken whole. */
function listedOf(reference: string, more: readonly Told[] = [], merchant_reference = 'Order 1'): ListedPayment {
  return {
    payment_id: 'sbx_payment',
    ordered: {
      ...{ reference, merchant_reference, amount: 5_000, currency_code: 'EUR', payment_product: 'card', capture: true },
      payment_profile: shop.profile,
    },
    told: [...more, operation({ operation: 'authorize', reference, outcome: taken })],
  }
}

const refundsOf = () =>
  databases.provider.selectFrom('refund').select(['id', 'status']).where('merchant_id', '=', shop.merchant)

it('A refund that failed before another one of the same money was made is booked before it, whatever the order of the list', async () => {
  const [payment, failed, made] = [idAt(ago(30)), idAt(ago(20)), idAt(ago(10))]
  const refunds = [
    operation({ operation: 'refund', reference: made, outcome: { is: 'done', status: 'REFUNDED' } }),
    operation({ operation: 'refund', reference: failed, outcome: { is: 'not_done', by: 'gateway', reason: 'closed' } }),
  ]
  expect(await bookListed(house, account, listedOf(payment, refunds))).toMatchObject({ is: 'lost', refund: 2 })
  expect(await refundsOf().orderBy('id').execute()).toEqual([
    { id: failed, status: 'FAILED' },
    { id: made, status: 'PROCESSED' },
  ])
  expect(await bookListed(house, account, listedOf(payment, refunds))).toMatchObject({ is: 'known', refund: 0 })
})

it('An order that the backup still had to send is not sent once its processor says that it has it', async () => {
  const { id: transaction_id, created_at } = await make.transaction(shop, {
    ...{ amount: 5_000, status: 'AUTHORIZED', created_at: ago(30), processor_id_external: 'sbx_payment' },
  })
  const id = idAt(ago(20))
  const job = { merchant_id: shop.merchant, id, transaction_id, transaction_created_at: created_at }
  await inTransaction(databases, engineActor(shop.merchant, 'system'), (trx) =>
    enqueue(trx, { ...job, topic: 'processor.capture', payload: { amount: 5_000 } }, new Date()),
  )
  const listed = {
    ...listedOf(transaction_id),
    told: [
      operation({ operation: 'authorize', reference: transaction_id, outcome: { is: 'done', status: 'AUTHORIZED' } }),
      operation({ operation: 'capture', reference: id, outcome: { is: 'later' } }),
    ],
  }
  expect(await bookListed(house, account, listed)).toMatchObject({ is: 'known', capture: 0 })
  const stored = databases.provider.selectFrom('outbox').selectAll().where('id', '=', id)
  expect(await stored.executeTakeFirst()).toMatchObject({
    ...{ done_at: null, uncertain: true, first_sent_at: instantOf(id), acknowledged_at: instantOf(id) },
  })
})

const scheduledAt = (due_at: Date) => make.scheduled(shop, { amount: 5_000, due_at, merchant_reference: 'Order 7' })

/** Begins what is due in some days, as the engine does. */
const engineIn = (days: number) =>
  scheduledTransactionsJob({ databases, doNow: async () => {} }).run(new Date(Date.now() + days * day_ms))

const payments = () =>
  databases.provider
    .selectFrom('transaction')
    .select(['id', 'subscription_id', 'subscription_cycle'])
    .where('merchant_id', '=', shop.merchant)
    .execute()

const ending = () =>
  databases.provider
    .updateTable('contradiction')
    .set({ state: 'CLOSED', note: 'not of it', resolved_at: new Date().toISOString() })
    .where('merchant_id', '=', shop.merchant)
const closeAll = () => ending().execute()
const closeOf = (payment: string) => ending().where('transaction_id', '=', payment).execute()

it('A scheduled payment that may have been run before its day is not charged until a person has looked', async () => {
  const { id } = await scheduledAt(new Date(Date.now() + day_ms))
  const lost = idAt(ago(10))
  const listed = listedOf(lost, [], 'Order 7')
  await bookListed(house, account, listed)
  await bookListed(house, account, listed)
  expect(told).toMatchObject([{ reference: `scheduled payment ${id} by ${lost}`, status: 'MAY_BE_CHARGED' }])
  await engineIn(2)
  expect(await payments()).toHaveLength(1)
  const byHand = inTransaction(databases, engineActor(shop.merchant, 'system'), (trx) =>
    runScheduledTransaction(trx, engineActor(shop.merchant, 'system'), id, new Date()),
  )
  await expect(byHand).rejects.toMatchObject({ code: 'operation_in_progress' })
  await closeAll()
  await engineIn(2)
  expect(await payments()).toHaveLength(2)
})

it('Of several scheduled payments that were due, none is taken for the one that was paid: a person is told of each', async () => {
  await scheduledAt(ago(30))
  await scheduledAt(ago(20))
  await bookListed(house, account, listedOf(idAt(ago(10)), [], 'Order 7'))
  expect(told).toHaveLength(2)
  await engineIn(0)
  expect(await payments()).toHaveLength(1)
})

it('A payment that the engine made for a scheduled one proves it, and another one of the same money is charged on its day', async () => {
  const { id } = await scheduledAt(ago(20))
  await scheduledAt(ago(20))
  await scheduledAt(new Date(Date.now() + day_ms))
  const { id: attempt } = newIdFor(attemptOf(id, 2), ago(10))
  await bookListed(house, account, listedOf(attempt, [], 'Order 7'))
  expect(told).toEqual([])
  const attempts = databases.provider
    .selectFrom('scheduled_attempt')
    .select(['scheduled_id', 'attempt', 'transaction_id'])
  expect(await attempts.where('merchant_id', '=', shop.merchant).execute()).toEqual([
    { scheduled_id: id, attempt: 1, transaction_id: attempt },
  ])
  await engineIn(0)
  expect(await payments()).toHaveLength(2)
  await engineIn(2)
  expect(await payments()).toHaveLength(3)
})

it('A payment that the engine made for a scheduled one proves it, whatever amount and reference that had in the backup', async () => {
  const { id } = await scheduledAt(ago(20))
  const { id: attempt } = newIdFor(attemptOf(id, 1), ago(10))
  await bookListed(house, account, { ...listedOf(attempt, [], 'Order 8') })
  expect(told).toEqual([])
  await engineIn(0)
  expect(await payments()).toHaveLength(1)
})

it('A payment of the shop itself is not taken for the scheduled one of the same reference and amount that was due', async () => {
  const { id } = await scheduledAt(ago(20))
  const lost = idAt(ago(10))
  await bookListed(house, account, listedOf(lost, [], 'Order 7'))
  expect(told).toMatchObject([{ kind: 'not_understood', reference: `scheduled payment ${id} by ${lost}` }])
  await engineIn(0)
  expect(await payments()).toHaveLength(1)
  await closeAll()
  await engineIn(0)
  expect(await payments()).toHaveLength(2)
})

it('What cannot be read of one payment is told of it, and ends the list for no other, also of those that are only held', async () => {
  const held = async (external: string, created_at: Date) =>
    make.transaction(shop, { ...{ amount: 5_000, status: 'AUTHORIZED', created_at }, processor_id_external: external })
  await held('sbx_strange', ago(300))
  const { id } = await held('sbx_payment', ago(299))
  const lost = idAt(ago(10))
  const said = await reconciledBy({
    async *changedSince() {
      yield { payment_id: 'sbx_new', told: [], unreadable: 'a new word' }
      yield listedOf(lost)
    },
    async news(_, payment_id) {
      if (payment_id === 'sbx_strange') throw new OutcomeUnknown('a new word')
      return [operation({ operation: 'authorize', reference: id, outcome: taken })]
    },
  })
  expect(said).toMatchObject({ is: 'failed', listed: 4, failed: 2, payments: 1 })
  const they_say = 'not read: a new word'
  expect(told.map(({ reference, status }) => [reference, status])).toEqual([
    ['listed sbx_new', they_say],
    ['listed sbx_strange', they_say],
  ])
  const stored = databases.provider.selectFrom('transaction').select(['id', 'status']).where('id', 'in', [id, lost])
  expect((await stored.execute()).map(({ status }) => status)).toEqual(['SETTLEMENT_REQUESTED', 'SETTLEMENT_REQUESTED'])
})

it('A capture or refund that failed after its success, and after the backup, is asked for where no list has it', async () => {
  await sql`select ensure_partitions(current_date - 60, current_date)`.execute(databases.provider)
  const paid = async (external: string, captured_days: number) => {
    const capture = idAt(ago(captured_days * 24 * 60))
    const { id, created_at } = await make.transaction(shop, {
      ...{ amount: 5_000, status: 'SETTLEMENT_COMPLETED', created_at: ago(50 * 24 * 60) },
      processor_id_external: external,
    })
    const of = { merchant_id: shop.merchant, transaction_created_at: created_at, transaction_id: id }
    await inTransaction(databases, engineActor(shop.merchant, 'system'), async (trx) => {
      const order = { ...of, id: capture, topic: 'processor.capture' as const, payload: { amount: 5_000 } }
      await enqueue(trx, order, new Date())
      await trx.updateTable('transaction').set({ capture_id: capture }).where('id', '=', id).execute()
    })
    return { id, capture }
  }
  const [young, old, back] = [await paid('sbx_young', 20), await paid('sbx_old', 40), await paid('sbx_back', 40)]
  const refund = await make.refund(shop, await stored(back.id), {
    amount: 700,
    status: 'PROCESSED',
    created_at: ago(600),
  })
  await inTransaction(databases, engineActor(shop.merchant, 'system'), async (trx) => {
    const of = { merchant_id: shop.merchant, transaction_created_at: (await stored(back.id)).created_at }
    const order = { ...of, transaction_id: back.id, id: refund.id, topic: 'processor.refund' as const, payload: {} }
    await enqueue(trx, { ...order, refund_id: refund.id }, new Date())
  })
  const asked: string[] = []
  const failed: Outcome = { is: 'not_done', by: 'gateway', reason: 'failed', maybe_undone: true }
  const { knowing, ...manifest } = sandboxGateway.manifest
  await reconciledBy({
    manifest: {
      ...manifest,
      knowing: {
        ...knowing,
        capture: { ...knowing.capture, may_fail_d: 31 },
        refund: { ...knowing.refund, may_fail_d: 31 },
      },
    },
    async *changedSince() {},
    async news(_, payment_id) {
      // Other tests have payments of theirs.
      if (!['sbx_young', 'sbx_old', 'sbx_back'].includes(payment_id)) return []
      asked.push(payment_id)
      if (payment_id === 'sbx_young')
        return [operation({ operation: 'capture', reference: young.capture, payment_id, outcome: failed })]
      const outcome: Outcome = { is: 'undone', reason: 'failed' }
      return [operation({ operation: 'refund', reference: refund.id, outcome, amount: 700 })]
    },
  })
  expect(asked.toSorted()).toEqual(['sbx_back', 'sbx_young'])
  expect([(await stored(young.id)).status, (await stored(old.id)).status]).toEqual(['FAILED', 'SETTLEMENT_COMPLETED'])
  expect(await refundsOf().execute()).toEqual([{ id: refund.id, status: 'FAILED' }])
  expect(told).toEqual([])
})

it('Of the payments that were paid back before, only those are asked for of which the list of refunds says that one failed', async () => {
  await sql`select ensure_partitions(current_date - 60, current_date)`.execute(databases.provider)
  const paidBack = async (external: string) => {
    const { id } = await make.transaction(shop, {
      ...{ amount: 5_000, status: 'SETTLEMENT_COMPLETED', created_at: ago(50 * 24 * 60) },
      processor_id_external: external,
    })
    await make.refund(shop, await stored(id), { amount: 700, status: 'PROCESSED', created_at: ago(600) })
  }
  for (const external of ['sbx_kept', 'sbx_failed', 'sbx_odd']) await paidBack(external)
  const own = ['sbx_kept', 'sbx_failed', 'sbx_odd', 'sbx_elsewhere']
  const asked: string[] = []
  const progress: Progress[] = []
  house = { ...house, onProgress: (each) => void progress.push(each) }
  const { knowing, ...manifest } = sandboxGateway.manifest
  const said = await reconciledBy({
    manifest: { ...manifest, knowing: { ...knowing, refund: { ...knowing.refund, may_fail_d: 31 } } },
    async *changedSince() {},
    async *refundsMade(_, { from, before }) {
      expect(before.getTime() - from.getTime()).toBe(31 * day_ms)
      yield { payment_id: 'sbx_kept', mayBeUndone: false }
      yield { payment_id: 'sbx_failed', mayBeUndone: true }
      yield { payment_id: 'sbx_elsewhere', mayBeUndone: true }
      yield { payment_id: 'of_the_list', told: [], unreadable: 'a new word' }
      yield { payment_id: 'sbx_odd', mayBeUndone: true }
    },
    async news(_, payment_id) {
      if (own.includes(payment_id)) asked.push(payment_id)
      return 'unseen'
    },
  })
  expect(asked.toSorted()).toEqual(['sbx_failed', 'sbx_odd'])
  expect(said).toMatchObject({ is: 'failed', why: '1 could not be booked' })
  expect(told.map(({ reference }) => reference)).toEqual(['listed of_the_list'])
  expect(Math.max(...progress.map(({ refunds }) => refunds))).toBe(5)
})

const stored = (id: string) =>
  databases.provider.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('A payment for which the processor has nothing but faults ends the list for no other, and is named', async () => {
  const lost = [idAt(ago(10)), idAt(ago(9))] as const
  const said = await reconciledBy({
    async *changedSince() {
      yield listedOf(lost[0])
      yield await readListed('sbx_broken', () => Promise.reject(new NoAnswer('answered 500')))
      yield listedOf(lost[1])
    },
  })
  expect(said).toMatchObject({ is: 'failed', why: '1 could not be booked', listed: 3, failed: 1, payments: 2 })
  expect(told).toMatchObject([{ reference: 'listed sbx_broken', status: 'not read: answered 500' }])
})

it('A processor that answers nothing any more is not asked for every payment, and none of them is put before a person', async () => {
  let asked = 0
  const said = await reconciledBy({
    async *changedSince() {
      for (; asked < 1_000; asked += 1)
        yield await readListed(`sbx_${asked}`, () => Promise.reject(new NoAnswer('answered 503')))
    },
  })
  expect(said).toMatchObject({ is: 'failed', why: 'OutcomeUnknown: answered 503', failed: 0 })
  expect(asked).toBeLessThan(10)
  expect(told).toEqual([])
})

it('Silent neighbours do not end the list at the same place in each run, where the processor answers all else', async () => {
  const silent = (count: number) => Array.from({ length: count }, (_, at) => `sbx_silent_${at}`)
  const last = idAt(ago(10))
  const answering = (names: readonly string[]): Partial<Gateway> => ({
    test: async () => ({ ok: true, account: 'shop' }),
    async *changedSince() {
      for (const name of names) yield await readListed(name, () => Promise.reject(new NoAnswer('answered 500')))
      yield listedOf(last)
    },
  })
  expect(await reconciledBy(answering(silent(7)))).toMatchObject({ is: 'failed', failed: 7, payments: 1 })
  expect(told.map(({ reference }) => reference)).toEqual(silent(7).map((name) => `listed ${name}`))
  told.length = 0
  expect(await reconciledBy(answering(silent(60)))).toMatchObject({ is: 'failed', listed: 50, failed: 0 })
  expect(told).toEqual([])
})

it('The payment of a cycle proves by its id which one it paid, and the cycle is not billed again', async () => {
  const subscription = await dueSubscription()
  const { id } = newIdFor(cycleOf(subscription, 1), ago(10))
  await bookListed(house, account, listedOf(id, [], referenceOfFirst(subscription)))
  expect(told).toEqual([])
  const [paid] = await payments()
  expect(paid).toMatchObject({ id, subscription_id: subscription, subscription_cycle: 1 })
  await bill()
  expect(await payments()).toHaveLength(1)
})

describe('A payment with the reference of a cycle, while a scheduled payment has that reference too,', () => {
  const both = async () => {
    const subscription = await dueSubscription()
    const merchant_reference = referenceOfFirst(subscription)
    const { id } = await make.scheduled(shop, { amount: 5_000, due_at: ago(20), merchant_reference })
    return { subscription, scheduled: id, merchant_reference }
  }

  it('is the attempt that its id proves, which is charged no more, and no doubt about the cycle', async () => {
    const { scheduled, merchant_reference } = await both()
    const { id } = newIdFor(attemptOf(scheduled, 1), ago(10))
    await bookListed(house, account, listedOf(id, [], merchant_reference))
    await engineIn(0)
    expect((await payments()).map((payment) => payment.id)).toEqual([id])
    expect(told).toEqual([])
  })

  it('is a doubt about each where its id proves neither, and neither is charged', async () => {
    const { subscription, scheduled, merchant_reference } = await both()
    const id = idAt(ago(10))
    await bookListed(house, account, listedOf(id, [], merchant_reference))
    expect(told.map(({ reference }) => reference)).toEqual([
      `subscription ${subscription} by ${id}`,
      `scheduled payment ${scheduled} by ${id}`,
    ])
    await engineIn(0)
    await bill()
    expect(await payments()).toHaveLength(1)
  })
})

it('A payment that only has the reference of a cycle is for a person, and the subscription is not billed meanwhile', async () => {
  const subscription = await dueSubscription()
  const [other, id] = [newIdFor(cycleOf(subscription, 2), ago(11)).id, idAt(ago(10))]
  for (const lost of [other, id, id])
    await bookListed(house, account, listedOf(lost, [], referenceOfFirst(subscription)))
  expect(told.map(({ reference, status }) => [reference, status])).toEqual([
    [`subscription ${subscription} by ${other}`, 'MAY_BE_CHARGED'],
    [`subscription ${subscription} by ${id}`, 'MAY_BE_CHARGED'],
  ])
  for (const payment of await payments()) expect(payment.subscription_id).toBe(null)
  await bill()
  expect(await payments()).toHaveLength(2)
  const byHand = inTransaction(databases, engineActor(shop.merchant, 'system'), async (trx) => {
    const locked = await lockSubscription(trx, engineActor(shop.merchant, 'system'), subscription)
    return beginCycle(trx, await openCycle(trx, locked, new Date()), 'agreed', new Date())
  })
  await expect(byHand).rejects.toMatchObject({ code: 'payment_in_doubt' })
  await closeOf(other)
  await bill()
  expect(await payments()).toHaveLength(2)
  await closeOf(id)
  await bill()
  const all = await payments()
  expect(all).toHaveLength(3)
  const made = all.find((each) => each.subscription_id === subscription)
  expect(isIdFor(cycleOf(subscription, 1), made?.id ?? '')).toBe(true)
})

it('A payment of a cycle that has another one already is for a person, also after that cycle, and nothing is billed meanwhile', async () => {
  const subscription = await dueSubscription()
  const [first, second, late] = [12, 11, 10].map((minutes) => newIdFor(cycleOf(subscription, 1), ago(minutes)).id)
  for (const lost of [first, second]) await bookListed(house, account, ofFirst(subscription, lost))
  expect(told).toMatchObject([{ reference: `subscription ${subscription} by ${second}`, status: 'CHARGED_TWICE' }])
  await closeAll()
  // The cycle is paid, and the next one is on its way.
  await bill()
  await bookListed(house, account, ofFirst(subscription, late))
  expect(told).toMatchObject([{}, { reference: `subscription ${subscription} by ${late}`, status: 'CHARGED_TWICE' }])
  const kept = databases.provider
    .selectFrom('contradiction')
    .select(['we_say', 'our_amount', 'currency_code'])
    .where('transaction_id', '=', late ?? '')
  expect(await kept.execute()).toEqual([{ we_say: 'SETTLEMENT_REQUESTED', our_amount: 5_000, currency_code: 'EUR' }])
  await databases.provider
    .updateTable('subscription')
    .set({
      act_on: ago(24 * 60)
        .toISOString()
        .slice(0, 10),
    })
    .where('id', '=', subscription)
    .execute()
  await bill()
  expect(await payments()).toHaveLength(3)
})

describe('A payment of a scheduled one that was tried again before it was found', () => {
  const triedAgain = async () => {
    const { id } = await scheduledAt(ago(20))
    await engineIn(0)
    const [tried] = await payments()
    return { id, tried: tried?.id }
  }
  const others = () =>
    databases.provider
      .selectFrom('contradiction')
      .select(['about', 'they_say', 'other_transaction_id'])
      .where('merchant_id', '=', shop.merchant)
      .execute()

  it('is for a person, with both payments: the one that it proves, while it is being tried and when it is done', async () => {
    const { id, tried } = await triedAgain()
    const first = newIdFor(attemptOf(id, 1), ago(10)).id
    await bookListed(house, account, listedOf(first, [], 'Order 7'))
    await bookListed(house, account, listedOf(tried ?? ''))
    await engineIn(0)
    const second = newIdFor(attemptOf(id, 2), ago(9)).id
    await bookListed(house, account, listedOf(second, [], 'Order 8'))
    expect(await others()).toEqual(
      [first, second].map((each) => ({
        ...{ about: `scheduled payment ${id} by ${each}`, they_say: 'CHARGED_TWICE', other_transaction_id: tried },
      })),
    )
    expect(await payments()).toHaveLength(3)
  })

  it('is for a person as well where it proves nothing, and not where it was refused', async () => {
    const { id, tried } = await triedAgain()
    const lost = idAt(ago(10))
    await bookListed(house, account, listedOf(lost, [], 'Order 7'))
    const outcome: Outcome = { is: 'not_done', by: 'issuer', reason: 'insufficient_funds' }
    const refused = idAt(ago(9))
    const told_of = [operation({ operation: 'authorize', reference: refused, outcome })]
    await bookListed(house, account, { ...listedOf(refused, [], 'Order 7'), told: told_of })
    expect(await others()).toEqual([
      { about: `scheduled payment ${id} by ${lost}`, they_say: 'CHARGED_TWICE', other_transaction_id: tried },
    ])
  })

  it('is no second one of what was tried before it, as by a shop that uses the same reference', async () => {
    await triedAgain()
    const later = idAt(new Date(Date.now() + minute_ms))
    await bookListed(house, account, listedOf(later, [], 'Order 7'))
    expect(told).toEqual([])
  })

  it('is for a person where the scheduled one was cancelled meanwhile: it was paid all the same', async () => {
    const { id } = await scheduledAt(ago(20))
    const staff = engineActor(shop.merchant, 'system')
    await inTransaction(databases, staff, (trx) => cancelScheduledTransaction(trx, staff, id, new Date()))
    const first = newIdFor(attemptOf(id, 1), ago(10)).id
    await bookListed(house, account, listedOf(first, [], 'Order 7'))
    expect(await others()).toEqual([
      { about: `scheduled payment ${id} by ${first}`, they_say: 'MAY_BE_CHARGED', other_transaction_id: null },
    ])
  })
})

it('A payment with the reference of a cycle that was billed after it is for a person, with the payment of the cycle', async () => {
  const subscription = await dueSubscription()
  await bill()
  const [billed] = await payments()
  const lost = idAt(ago(10))
  await bookListed(house, account, ofFirst(subscription, lost))
  expect(told).toMatchObject([{ reference: `subscription ${subscription} by ${lost}`, status: 'CHARGED_TWICE' }])
  const linked = databases.provider.selectFrom('contradiction').select('other_transaction_id')
  expect(await linked.where('transaction_id', '=', lost).execute()).toEqual([{ other_transaction_id: billed?.id }])
  // What the shop takes by hand after a payment of the cycle is another one.
  await bookListed(house, account, ofFirst(subscription, idAt(new Date(Date.now() + minute_ms))))
  expect(told).toHaveLength(1)
})

it('A payment of a cycle that was refused paid nothing twice, and nobody is asked', async () => {
  const subscription = await dueSubscription()
  const [refused, paid] = [11, 10].map((minutes) => newIdFor(cycleOf(subscription, 1), ago(minutes)).id)
  await bookListed(house, account, ofFirst(subscription, paid))
  const outcome: Outcome = { is: 'not_done', by: 'issuer', reason: 'insufficient_funds' }
  const told_of = [operation({ operation: 'authorize', reference: refused ?? '', outcome })]
  await bookListed(house, account, { ...ofFirst(subscription, refused), told: told_of })
  expect(await payments()).toHaveLength(2)
  expect(told).toEqual([])
})

const ofFirst = (subscription: string, payment = '') => listedOf(payment, [], referenceOfFirst(subscription))

/** A subscription whose first cycle is due. */
async function dueSubscription(): Promise<string> {
  const customer = await make.customer(shop.merchant)
  const card = await make.card(shop, customer)
  const plan = await make.plan(shop, { amount: 5_000 })
  const starts_on = ago(2 * 24 * 60)
    .toISOString()
    .slice(0, 10)
  return make.subscription(shop, { plan, customer, card, status: 'ACTIVE', starts_on })
}
const referenceOfFirst = (subscription: string) => `SUB-${subscription.slice(-12).toUpperCase()}-1`
const bill = () =>
  billSubscriptions({
    databases,
    tell: { masterKey: database.masterKey, wall: systemClock },
    charge: async () => {},
  }).run(new Date())

/** What the shop's account says when its processor answers so. */
async function reconciledBy(answers: Partial<Gateway>) {
  const place = gateways.indexOf(sandboxGateway)
  gateways.splice(place, 1, { ...sandboxGateway, ...answers })
  const said = []
  try {
    for await (const each of reconcileSince(house, ago(60))) said.push(each)
  } finally {
    gateways.splice(place, 1, sandboxGateway)
  }
  const own = await databases.provider.selectFrom('processor').select('name').where('id', '=', shop.processor).execute()
  return said.find(({ processors }) => processors.includes(own[0]?.name ?? ''))
}
