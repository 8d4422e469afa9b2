import type { RefusalCode } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../test/books.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { credential } from '../../test/harness.ts'
import { type MadeMerchant, type Make, makers } from '../../test/make.ts'
import { takeOverContradiction } from '../contradictions/take-over-contradiction.ts'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import { type Databases, openDatabases } from '../platform/db/database.ts'
import { newId, newIdFor } from '../platform/db/ids.ts'
import { inCommand } from '../platform/db/in-command.ts'
import { systemClock } from '../platform/time/clock.ts'
import { dayIn } from '../platform/time/day-in.ts'
import type { Learnt, Outcome } from '../processors/gateway.ts'
import { cancelScheduledTransaction } from '../scheduled/cancel-scheduled-transaction.ts'
import { attemptOf } from '../scheduled/locked-scheduled.ts'
import { scheduledTransactionsJob } from '../scheduled/scheduled-job.ts'
import { cycleOf } from '../subscriptions/begin-cycle.ts'
import { billSubscriptions } from '../subscriptions/billing-engine.ts'
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts'
import { type Account, accountsOf } from './accounts.ts'
import { attachContradiction } from './attach-contradiction.ts'
import { bookListed, type House } from './book-listed.ts'

let database: TestDatabase
let databases: Databases
let make: Make
let shop: MadeMerchant
let house: House
let account: Account

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
  shop = await make.merchant()
  const gateways = { masterKey: database.masterKey, publicUrl: 'http://localhost:4000', timeout_ms: 1_000 }
  house = { databases, gateways, clock: systemClock, onContradiction: () => {} }
  const { accounts } = await accountsOf(databases, gateways)
  account = accounts.find(([{ merchant }]) => merchant === shop.merchant) ?? expect.unreachable()
})
afterEach(async () => {
  for (const wrong of [wrongSums, wrongSteps, wrongReserves, wrongAttempts])
    expect(await wrong(databases.provider, shop.merchant)).toEqual([])
})

const day_ms = 86_400_000
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
// Days are those of the merchant: between eleven and midnight of UTC they are one ahead of its own.
const dayAgo = (days: number) => dayIn('Europe/Amsterdam', new Date(Date.now() - days * day_ms))
const taken: Outcome = { is: 'done', status: 'CAPTURED' }
const declined: Outcome = { is: 'not_done', by: 'issuer', reason: 'insufficient_funds' }

interface Lost {
  id?: string
  amount?: number
  outcome?: Outcome
  last_four?: string
}

/** Books a payment that the backup lacks, and gives the contradictions of it, with what is doubted. */
async function lost(merchant_reference: string, { id, amount = 5_000, outcome = taken, last_four }: Lost = {}) {
  const reference = id ?? newId(ago(10)).id
  const money = { amount, currency_code: 'EUR' }
  const learnt: Learnt | undefined = last_four
    ? { card: { brand: 'visa', last_four, expiry_month: 12, expiry_year: 2031 } }
    : undefined
  const report = {
    operation: 'authorize' as const,
    reference,
    id: `sbx_${reference}`,
    payment_id: 'sbx',
    money,
    outcome,
  }
  await bookListed(house, account, {
    payment_id: `sbx_${reference}`,
    ordered: {
      ...{ reference, merchant_reference, ...money, payment_product: 'card', capture: true },
      payment_profile: shop.profile,
    },
    told: [{ about: 'operation', report: { ...report, ...(learnt && { learnt }) } }],
  })
  const told = await databases.provider
    .selectFrom('contradiction')
    .select(['id', 'about', 'they_say', 'other_transaction_id'])
    .where('transaction_id', '=', reference)
    .orderBy('id')
    .execute()
  return { payment: reference, doubt: told[0]?.id ?? '', told }
}

/** A statement of the database's owner, because no command does it. */
async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client(database.adminUrl)
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

const tell = () => ({ masterKey: database.masterKey, wall: systemClock })
const staff = (merchant: string | null): Actor => ({
  ...engineActor(shop.merchant, 'system'),
  ...{ kind: 'user', name: 'Philippa', psp: true, roles: ['PSP_ALL'] },
  ...(merchant === null && { scope: { merchant } }),
})
/** By somebody of the provider who looks at all merchants, or at this one. */
const attach = (id: string, merchant: string | null = null) =>
  inCommand(databases, staff(merchant), (trx) =>
    attachContradiction(trx, staff(merchant), id, { note: 'asked the shop' }, new Date(), tell()),
  )
const refused = (attaching: Promise<void>, code: RefusalCode) => expect(attaching).rejects.toMatchObject({ code })

const bill = () => billSubscriptions({ databases, tell: tell(), charge: async () => {} }).run(new Date())
const runScheduled = (days = 0) =>
  scheduledTransactionsJob({ databases, doNow: async () => {} }).run(new Date(Date.now() + days * day_ms))

/** A subscription whose first cycle is due. */
async function dueSubscription(more: Partial<Parameters<Make['subscription']>[1]> = {}, plan: object = {}) {
  const customer = await make.customer(shop.merchant)
  const card = await make.card(shop, customer)
  const given = { plan: await make.plan(shop, { amount: 5_000, ...plan }), customer, card }
  const id = await make.subscription(shop, { ...given, status: 'ACTIVE', starts_on: dayAgo(2), ...more })
  return { id, customer, card, reference: (cycle: number) => `SUB-${id.slice(-12).toUpperCase()}-${cycle}` }
}

const read = (id: string) =>
  databases.provider.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const cyclesOf = (id: string) =>
  databases.provider
    .selectFrom('subscription_cycle')
    .select(['cycle', 'status', 'transaction_id', 'living'])
    .where('subscription_id', '=', id)
    .orderBy('cycle')
    .execute()
const payments = () =>
  databases.provider
    .selectFrom('transaction')
    .select(['id', 'subscription_id', 'subscription_cycle', 'recurring_type'])
    .where('merchant_id', '=', shop.merchant)
    .orderBy('id')
    .execute()
const openOrders = () =>
  databases.provider
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', shop.merchant)
    .where('done_at', 'is', null)
    .where('topic', '<>', 'processor.authorize')
    .execute()
const stateOf = (id: string) =>
  databases.provider
    .selectFrom('contradiction')
    .select(['state', 'resolved_by', 'note'])
    .where('id', '=', id)
    .executeTakeFirst()
const scheduledOf = (id: string) =>
  databases.provider
    .selectFrom('scheduled_transaction')
    .select(['status', 'attempts', 'next_attempt_at'])
    .where('id', '=', id)
    .executeTakeFirst()

describe('a payment that is attached to a subscription', () => {
  it.each(['all merchants', 'this merchant'])(
    'becomes that of the cycle, and the subscription goes on as after a charge (staff who look at %s)',
    async (scope) => {
      const { id, reference } = await dueSubscription()
      const { payment, doubt } = await lost(reference(1), { last_four: '1111' })
      await attach(doubt, scope === 'all merchants' ? null : shop.merchant)
      expect(await stateOf(doubt)).toEqual({ state: 'ATTACHED', resolved_by: 'Philippa', note: 'asked the shop' })
      expect(await cyclesOf(id)).toEqual([{ cycle: 1, status: 'PAID', transaction_id: payment, living: 1 }])
      expect(await read(id)).toMatchObject({
        ...{
          status: 'ACTIVE',
          billing_cycle: 2,
          last_paid_cycle: 1,
          payment_product: 'card',
          card_id: expect.any(String),
        },
      })
      await bill()
      expect(await payments()).toEqual([
        { id: payment, subscription_id: id, subscription_cycle: 1, recurring_type: 'subsequent' },
      ])
      expect(await openOrders()).toEqual([])
    },
  )

  it('is told of as any payment of it: the plan’s webhook says that what was past due is active again', async () => {
    const { id, reference } = await dueSubscription(
      { status: 'PAST_DUE' },
      { statuses: ['ACTIVE'], webhook: 'http://127.0.0.1:9/hook' },
    )
    // Its payer may have paid by another card at our page.
    const { doubt } = await lost(reference(1), { last_four: '4242' })
    await attach(doubt)
    expect((await read(id)).status).toBe('ACTIVE')
    const told = databases.provider.selectFrom('webhook').select(['type', 'status']).where('item_id', '=', id)
    expect(await told.execute()).toEqual([{ type: 'subscription', status: 'ACTIVE' }])
  })

  it('is a failed try where it was declined', async () => {
    const { id, reference } = await dueSubscription()
    const { payment, doubt } = await lost(reference(1), { outcome: declined })
    await attach(doubt)
    expect(await cyclesOf(id)).toEqual([{ cycle: 1, status: 'OPEN', transaction_id: payment, living: 0 }])
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE', status_reason: 'insufficient_funds', billing_cycle: 1 })
  })

  it('is waited for while its outcome is open', async () => {
    const { id, reference } = await dueSubscription()
    const { payment, doubt } = await lost(reference(1), { outcome: { is: 'later' } })
    await attach(doubt)
    await bill()
    expect(await cyclesOf(id)).toEqual([{ cycle: 1, status: 'PAYING', transaction_id: payment, living: 1 }])
    expect(await payments()).toHaveLength(1)
  })

  it('can be of a later cycle than the next one, which the subscription then passes', async () => {
    const { id, reference } = await dueSubscription({ starts_on: dayAgo(40) })
    const second = await lost(reference(2), { id: newId(ago(9)).id })
    const first = await lost(reference(1))
    await attach(second.doubt)
    expect(await read(id)).toMatchObject({ billing_cycle: 1, last_paid_cycle: null })
    await attach(first.doubt)
    expect(await read(id)).toMatchObject({ billing_cycle: 3, last_paid_cycle: 2, status: 'ACTIVE' })
    expect((await cyclesOf(id)).map(({ transaction_id }) => transaction_id)).toEqual([first.payment, second.payment])
  })

  it('begins a subscription that waits for its first payment on the day of that payment, on which all later ones are due', async () => {
    const { id, reference } = await dueSubscription({ status: 'CREATED', starts_on: undefined })
    const { doubt } = await lost(reference(1), { id: newId(ago(5 * 24 * 60)).id })
    await attach(doubt)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', billing_cycle: 2, starts_on: dayAgo(5) })
  })

  it('is refused where its money went back: what it would pay has to be charged again', async () => {
    const { id, reference } = await dueSubscription()
    const { payment, doubt } = await lost(reference(1))
    const paid = await databases.provider
      .selectFrom('transaction')
      .select(['id', 'created_at'])
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
    await make.refund(shop, paid, { amount: 100 })
    await refused(attach(doubt), 'payment_has_refunds')
    expect(await stateOf(doubt)).toMatchObject({ state: 'OPEN' })
    expect(await read(id)).toMatchObject({ billing_cycle: 1 })
  })

  it('pays its cycle, however long before that was written it was made, also when another payment of it is declined after that', async () => {
    await sql`select ensure_partitions(current_date - 90, current_date)`.execute(databases.provider)
    const { id, reference } = await dueSubscription()
    const { payment, doubt } = await lost(reference(1), { id: newId(ago(60 * 24 * 60)).id, outcome: declined })
    await attach(doubt)
    const { id: second } = await make.transaction(shop, { status: 'INITIATED', subscription: id, amount: 5_000 })
    const { told } = await lost(reference(1), { id: payment })
    const actor = staff(null)
    await inCommand(databases, actor, (trx) =>
      takeOverContradiction(trx, actor, told.at(-1)?.id ?? '', { note: 'it was paid' }, new Date()),
    )
    await lost(reference(1), { id: second, outcome: declined })
    expect(await cyclesOf(id)).toMatchObject([{ transaction_id: payment, living: 1 }])
    await bill()
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', last_paid_cycle: 1 })
    expect(await payments()).toHaveLength(2)
  })

  it('is taken once, by two people at once, and by two payments at once', async () => {
    const { id, reference } = await dueSubscription()
    const [one, other] = [await lost(reference(1)), await lost(reference(1), { id: newId(ago(9)).id })]
    const done = await Promise.allSettled([one, one, other, other].map(({ doubt }) => attach(doubt)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of done)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({
          code: expect.toBeOneOf(['cycle_has_payment', 'contradiction_over', 'payment_attached']),
        })
    expect(await cyclesOf(id)).toMatchObject([{ status: 'PAID', living: 1 }])
    expect((await payments()).filter((each) => each.subscription_id === id)).toHaveLength(1)
  })

  it('is refused where it is of other money, or of another customer', async () => {
    const { reference } = await dueSubscription()
    await refused(attach((await lost(reference(1), { amount: 4_999 })).doubt), 'amount_differs')
    const { payment, doubt } = await lost(reference(1), { id: newId(ago(9)).id })
    const stranger = await make.customer(shop.merchant)
    await asOwner(`update transaction set customer_id = '${stranger}' where id = '${payment}'`)
    await refused(attach(doubt), 'customer_differs')
    expect(await stateOf(doubt)).toMatchObject({ state: 'OPEN' })
  })

  it('is refused where it was made by another card than the one that Kontor charges', async () => {
    const { id, reference } = await dueSubscription()
    await refused(attach((await lost(reference(1), { last_four: '4242' })).doubt), 'card_differs')
    expect(await read(id)).toMatchObject({ billing_cycle: 1, last_paid_cycle: null })
    expect(await cyclesOf(id)).toEqual([])
  })

  it('is refused where the cycle has been paid meanwhile, or the subscription is over', async () => {
    const paid = await dueSubscription()
    const proved = newIdFor(cycleOf(paid.id, 1), ago(12)).id
    const late = await lost(paid.reference(1))
    await lost(paid.reference(1), { id: proved })
    await refused(attach(late.doubt), 'cycle_has_payment')
    await bill()
    await refused(attach(late.doubt), 'cycle_has_payment')
    const over = await dueSubscription()
    const { doubt } = await lost(over.reference(1))
    await inCommand(databases, staff(null), (trx) => cancelSubscription(trx, staff(null), over.id, new Date(), tell()))
    await refused(attach(doubt), 'subscription_over')
  })
})

describe('a payment that is attached to a scheduled payment', () => {
  const scheduledAt = (due_at: Date) => make.scheduled(shop, { amount: 5_000, due_at, merchant_reference: 'Order 7' })

  it('is its attempt: it is done, and charged no more', async () => {
    const { id } = await scheduledAt(ago(20))
    const { payment, doubt } = await lost('Order 7', { last_four: '1111' })
    await attach(doubt, shop.merchant)
    expect(await scheduledOf(id)).toEqual({ status: 'DONE', attempts: 1, next_attempt_at: null })
    expect(await stateOf(doubt)).toMatchObject({ state: 'ATTACHED' })
    await runScheduled(2)
    expect((await payments()).map((each) => each.id)).toEqual([payment])
    expect(await openOrders()).toEqual([])
  })

  it('is waited for while its outcome is open', async () => {
    const { id } = await scheduledAt(ago(20))
    const { doubt } = await lost('Order 7', { outcome: { is: 'later' } })
    await attach(doubt)
    expect(await scheduledOf(id)).toEqual({ status: 'CREATED', attempts: 1, next_attempt_at: null })
    await runScheduled(2)
    expect(await payments()).toHaveLength(1)
  })

  it('is a failed attempt where it was declined', async () => {
    const { id } = await scheduledAt(ago(20))
    await attach((await lost('Order 7', { outcome: declined })).doubt)
    expect(await scheduledOf(id)).toEqual({ status: 'FAILED', attempts: 1, next_attempt_at: null })
  })

  it('is given to one of several, by two at once, and to no second one', async () => {
    await scheduledAt(ago(20))
    await scheduledAt(ago(20))
    const { told } = await lost('Order 7')
    expect(told).toHaveLength(2)
    const done = await Promise.allSettled([...told, ...told].map(({ id }) => attach(id)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = told.map(({ id }) => id)
    const states = await Promise.all(left.map(async (id) => (await stateOf(id))?.state))
    expect(states.toSorted()).toEqual(['ATTACHED', 'OPEN'])
    await refused(attach(left[states.indexOf('OPEN')] ?? ''), 'payment_attached')
  })

  it('is refused where it is of other money, by another card, or the scheduled payment was cancelled', async () => {
    const { id } = await scheduledAt(ago(20))
    const [other, one] = [await lost('Order 7', { last_four: '4242' }), await lost('Order 7', { id: newId(ago(9)).id })]
    await refused(attach(other.doubt), 'card_differs')
    const set = databases.provider.updateTable('scheduled_transaction').where('id', '=', id)
    await set.set({ amount: 4_999 }).execute()
    await refused(attach(one.doubt), 'amount_differs')
    await set.set({ amount: 5_000 }).execute()
    await inCommand(databases, staff(null), (trx) => cancelScheduledTransaction(trx, staff(null), id, new Date()))
    await refused(attach(one.doubt), 'scheduled_transaction_over')
  })

  it('that was tried again before it was found is told of with the other payment, and is its own once that one failed', async () => {
    const { id } = await scheduledAt(ago(20))
    await runScheduled()
    const [tried] = await payments()
    const proved = newIdFor(attemptOf(id, 1), ago(10)).id
    const { doubt, told } = await lost('Order 7', { id: proved })
    expect(told).toMatchObject([
      { about: `scheduled payment ${id} by ${proved}`, they_say: 'CHARGED_TWICE', other_transaction_id: tried?.id },
    ])
    await refused(attach(doubt), 'operation_in_progress')
    await lost('Order 7', { id: tried?.id ?? '', outcome: declined })
    await runScheduled()
    expect(await scheduledOf(id)).toMatchObject({ status: 'FAILED', attempts: 1 })
    await attach(doubt)
    expect(await scheduledOf(id)).toEqual({ status: 'DONE', attempts: 2, next_attempt_at: null })
  })
})

it('A payment that was attached is refused for everything else that it may have been of', async () => {
  const { id, reference } = await dueSubscription()
  await make.scheduled(shop, { amount: 5_000, due_at: ago(20), merchant_reference: reference(1) })
  const { told } = await lost(reference(1))
  const [ofScheduled, ofCycle] = told.toSorted((one, other) => one.about.localeCompare(other.about))
  expect(told).toHaveLength(2)
  await attach(ofCycle?.id ?? '')
  await refused(attach(ofScheduled?.id ?? ''), 'payment_attached')
  expect((await payments())[0]).toMatchObject({ subscription_id: id })
})

it('A report that is no doubt, or is over, cannot be attached', async () => {
  const transaction = await make.transaction(shop, { status: 'ABANDONED', amount: 5_000 })
  await refused(attach(await make.contradiction(shop, transaction)), 'contradiction_not_settleable')
  const { reference } = await dueSubscription()
  const { doubt } = await lost(reference(1))
  await attach(doubt)
  await refused(attach(doubt), 'contradiction_over')
})
