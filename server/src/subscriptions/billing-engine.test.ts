import { randomUUID } from 'node:crypto'
import { dueDate } from '@kontor/contract/subscriptions/billing-dates'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { isHeavy } from '../../test/heavy.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { migrationText } from '../migration-files.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { inTurn } from '../platform/jobs/lease.ts'
import { billSubscriptions } from './billing-engine.ts'

// The start is early in the year, so that five years contain every month and a leap day. The server's own engine runs
// too.
const start = new Date('2027-01-28T11:00:00Z')
const clock = { at: start, now: () => clock.at }
let kontor: TestApp
let shop: MadeMerchant
let customer: string
let key: string
let bill: () => Promise<void>

beforeAll(async () => {
  const many = { tries: 10_000, window_ms: 60_000 }
  kontor = await startTestApp({
    clock,
    // The answers tell the outcome, also on a busy machine.
    outcomeWait_ms: 20_000,
    checkoutLimits: { network: many, link: many, unknown: many },
  })
  shop = await kontor.make.merchant()
  const paypal = await kontor.make.processor(shop.merchant, { payment_product: 'paypal' })
  await kontor.databases.provider
    .insertInto('payment_profile_processor')
    .values({ merchant_id: shop.merchant, payment_profile_id: shop.profile, processor_id: paypal, position: 1 })
    .execute()
  await kontor.connect(shop.merchant)
  customer = await kontor.make.customer(shop.merchant)
  key = await kontor.make.apiKey(shop.merchant)
  await tablesUntil('2027-12-01')
  const job = billSubscriptions({
    databases: kontor.databases,
    tell: { masterKey: kontor.database.masterKey, wall: { now: () => new Date() } },
    charge: ({ merchant, job: id }) => kontor.doNow(merchant, id),
  })
  bill = async () => {
    await toItsEnd(job)
    // What the server's own engine has in hand is left to it, and nobody sees a payment of which it is just writing the beginning.
    await ownEngine()
    await until(paying, (rows) => rows.length === 0, 20_000)
  }
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  clock.at = start
  // The server's own run at a later time must end first, because only tests move time back.
  await ownEngine()
})

/** Also of a run that leaves something to the next one. */
async function toItsEnd(job: EngineJob): Promise<void> {
  for (let isMore = true; isMore; ) isMore = (await job.run(clock.at)) === true
}

/** Waits until the server's own engine is not at work. */
const ownEngine = () => inTurn(kontor.databases.provider, 'bill-subscriptions', async () => {})

async function tablesUntil(day: string): Promise<void> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  await owner.query('select ensure_partitions($1, $2)', ['2027-01-01', day])
  await owner.end()
}

const paying = () =>
  kontor.databases.provider.selectFrom('subscription_cycle').select('cycle').where('status', '=', 'PAYING').execute()
const goTo = (day: string) => {
  clock.at = new Date(`${day}T11:00:00Z`)
}
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const read = async (id: string) => (await kontor.get(key, `/v1/subscription/${id}`)).body
const cyclesOf = (id: string) =>
  kontor.databases.provider
    .selectFrom('subscription_cycle')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('cycle')
    .execute()
const paymentsOf = (id: string) =>
  kontor.databases.provider
    .selectFrom('transaction')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('created_at')
    // Several rows have the same instant, because the clock stands still.
    .orderBy('subscription_cycle')
    .execute()

async function setStatus(transaction: string | undefined, status: string): Promise<void> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  await owner.query('update transaction set status = $2 where id = $1', [transaction, status])
  await owner.end()
}

/** The settlement of a payment fails after all. */
const neverArrived = (transaction: string | undefined) => setStatus(transaction, 'FAILED')

const poor = 'test_declined_insufficient_funds'
async function subscribe(given: { amount?: number; token?: string; interval?: string; starts_on?: string } = {}) {
  const plan = await kontor.make.plan(shop, { amount: given.amount ?? 1_000, interval: given.interval ?? 'month' })
  const card = await kontor.make.card(shop, customer, { token: given.token ?? 'test_visa' })
  const starts_on = given.starts_on ?? '2027-01-28'
  return kontor.make.subscription(shop, { plan, customer, card, status: 'ACTIVE', starts_on })
}

async function create(given: object = {}, plan: Parameters<typeof kontor.make.plan>[1] = {}) {
  const made = await kontor.post(key, '/v1/subscription', {
    customer,
    plan: await kontor.make.plan(shop, plan),
    ...given,
  })
  expect([made.status, made.body.details]).toEqual([201, undefined])
  return made.body
}
const pay = ({ subscription_url }: { subscription_url: string }, order: object = {}) =>
  kontor.post('', `/v1/pay/${subscription_url.split('/pay/')[1]}/payments`, {
    attempt: randomUUID(),
    payment_product: 'card',
    card_token: 'test_visa',
    agreed_terms: agreedTerms,
    ...order,
  })
const shown = async ({ subscription_url }: { subscription_url: string }) =>
  (await kontor.get('', `/v1/pay/${subscription_url.split('/pay/')[1]}`)).body
const settled = async (id: string, status: string) => {
  await bill()
  return until(
    () => read(id),
    (row) => row.status === status,
  )
}

describe('a subscription that a payment found after a restore may have paid', () => {
  it('takes no payment on its page, which says so before it asks for a card, until a person has looked', async () => {
    const made = await create()
    const found = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 1_000 })
    const doubt = await kontor.make.contradiction(shop, found, {
      ...{ kind: 'not_understood', about: `subscription ${made.id} by ${found.id}`, they_say: 'MAY_BE_CHARGED' },
    })
    expect(await shown(made)).toMatchObject({ state: 'in_doubt', payment: null })
    const refused = await pay(made)
    expect([refused.status, refused.body.code]).toEqual([409, 'payment_in_doubt'])
    await kontor.databases.provider
      .updateTable('contradiction')
      .set({ state: 'CLOSED', note: 'was another one', resolved_at: clock.at.toISOString() })
      .where('id', '=', doubt)
      .execute()
    expect((await shown(made)).state).toBe('open')
    expect((await pay(made)).status).toBe(200)
  })
})

describe('several engines at once', () => {
  it('bill missed cycles in order, each once and with its own day', async () => {
    const id = await subscribe({ interval: 'day' })
    goTo('2027-02-06')
    await Promise.all([bill(), bill(), bill(), bill()])
    await until(
      () => read(id),
      (row) => row.billing_cycle === 11,
    )
    expect((await cyclesOf(id)).map(({ due_date, status, tries }) => [due_date, status, tries])).toEqual(
      [...Array(10).keys()].map((n) => [plusDays('2027-01-28', n), 'PAID', 1]),
    )
    expect((await paymentsOf(id)).map(({ subscription_cycle }) => subscription_cycle)).toEqual(
      [...Array(10).keys()].map((n) => n + 1),
    )
  })

  it('cannot make a second payment of a cycle even where the code forgets to look', async () => {
    const id = await subscribe()
    await bill()
    const [paid] = await paymentsOf(id)
    const {
      visited: _,
      refund_reserved: __,
      tagged: ___,
      redirect_url: ____,
      redirect_sealed: __________,
      last_status_update: _____,
      reversals: ______,
      undone_at: _______,
      undone_orders: ________,
      maybe_undone_orders: ___________,
      capture_id: _________,
      ...copy
    } = {
      ...paid,
      id: randomUUID(),
      status: 'INITIATED',
    } as NonNullable<typeof paid>
    const insert = kontor.databases.provider.insertInto('transaction').values(copy).execute()
    await expect(insert).rejects.toThrow(/subscription_cycle_paid_once/)
  })
})

describe('an engine', () => {
  const engine = (charge: () => Promise<void>) =>
    billSubscriptions({
      databases: kontor.databases,
      tell: { masterKey: kontor.database.masterKey, wall: { now: () => new Date() } },
      charge,
    })
  /** Runs while the server's own engine waits. */
  const alone = <T>(work: () => Promise<T>) => inTurn(kontor.databases.provider, 'bill-subscriptions', work)

  it('waits two seconds for a processor, and settles later what that says later', async () => {
    goTo('2027-01-27')
    const id = await subscribe()
    await alone(async () => {
      goTo('2027-01-28')
      await engine(() => new Promise(() => {})).run(clock.at)
    })
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 2 })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  it('leaves the rest to a later run where very many payments have ended, so that other work goes on', async () => {
    goTo('2027-01-27')
    const id = await subscribe()
    await alone(async () => {
      goTo('2027-01-28')
      const job = engine(() => new Promise(() => {}))
      await job.run(clock.at)
      await until(
        () => paymentsOf(id),
        ([payment]) => payment?.status === 'SETTLEMENT_COMPLETED',
      )
      expect((await cyclesOf(id)).map(({ status }) => status)).toEqual(['PAYING'])
      let time = 0
      const watch = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10_000))
      const turns = [await job.run(clock.at), await job.run(clock.at)]
      watch.mockRestore()
      expect(turns).toEqual([true, false])
    })
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 2 })
  })

  it('bills the others, and ends, while somebody else holds a subscription', async () => {
    goTo('2027-01-27')
    const [held, other] = [await subscribe(), await subscribe()]
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query('begin')
    await owner.query('select from subscription where id = $1 for update', [held])
    await alone(async () => {
      goTo('2027-01-28')
      await toItsEnd(engine(async () => {}))
    })
    expect([(await paymentsOf(held)).length, (await paymentsOf(other)).length]).toEqual([0, 1])
    await owner.query('rollback')
    await owner.end()
    await settled(held, 'ACTIVE')
    await bill()
    expect(await paymentsOf(held)).toHaveLength(1)
  })
})

describe('the first payment', () => {
  it('is made on the page, makes it ACTIVE from that day and keeps the card for the next ones', async () => {
    const made = await create({}, { interval: 'week' })
    expect(made).toMatchObject({ status: 'CREATED', billing_cycle: 1, due_date: null })
    expect((await pay(made, { card_token: 'test_declined_stolen_card' })).body.payment).toMatchObject({
      status: 'failed',
    })
    expect((await pay(made)).body).toMatchObject({ payment: { status: 'paid' } })
    const row = await settled(made.id, 'ACTIVE')
    expect(row).toMatchObject({
      ...{ billing_cycle: 2, due_date: '2027-02-04', last_paid_cycle: 1, last_paid_date: '2027-01-28' },
      ...{ payment_product: 'card', card_last_four: '1111', status_reason: null },
    })
    goTo('2027-02-04')
    await bill()
    expect(
      await until(
        () => read(made.id),
        ({ billing_cycle }) => billing_cycle === 3,
      ),
    ).toMatchObject({ status: 'ACTIVE' })
    expect(await paymentsOf(made.id)).toHaveLength(3)
  })

  it('with PayPal is followed by PayPal', async () => {
    const made = await create()
    const { body } = await pay(made, { payment_product: 'paypal', card_token: undefined })
    const at = new URL(body.payment.redirect_url)
    await fetch(`${at.origin}${at.pathname}/authenticate`, { method: 'POST', body: new URLSearchParams() })
    expect(
      await until(
        () => read(made.id),
        ({ status }) => status === 'ACTIVE',
      ),
    ).toMatchObject({
      payment_product: 'paypal',
    })
    goTo('2027-02-28')
    await bill()
    expect(
      await until(
        () => read(made.id),
        ({ billing_cycle }) => billing_cycle === 3,
      ),
    ).toMatchObject({ status: 'ACTIVE' })
    // Later payments use the token of the payer's first agreement, which PayPal requires.
    const [first, second] = await paymentsOf(made.id)
    expect(first?.agreement_id).not.toBeNull()
    expect(second).toMatchObject({ agreement_id: first?.agreement_id, recurring_type: 'subsequent' })
    const { token } = await kontor.databases.provider
      .selectFrom('agreement')
      .select('token')
      .where('id', '=', first?.agreement_id ?? '')
      .executeTakeFirstOrThrow()
    const { payload } = await kontor.databases.provider
      .selectFrom('outbox')
      .select('payload')
      .where('transaction_id', '=', second?.id ?? '')
      .executeTakeFirstOrThrow()
    // An order that is over keeps no token.
    expect([token, undefined]).toContain((payload as { agreement_token?: string }).agreement_token)
  })

  it('with PayPal, whose agreement is revoked, waits for its payer to agree again', async () => {
    const made = await create()
    const agree = async () => {
      const { body } = await pay(made, { payment_product: 'paypal', card_token: undefined })
      const at = new URL(body.payment.redirect_url)
      await fetch(`${at.origin}${at.pathname}/authenticate`, { method: 'POST', body: new URLSearchParams() })
    }
    await agree()
    await until(
      () => read(made.id),
      ({ status }) => status === 'ACTIVE',
    )
    const revoked_at = clock.at.toISOString()
    await kontor.databases.provider.updateTable('agreement').set({ revoked_at }).execute()
    goTo('2027-02-28')
    expect(await settled(made.id, 'PAST_DUE')).toMatchObject({ status_reason: 'no_agreement' })
    await agree()
    await settled(made.id, 'ACTIVE')
    goTo('2027-03-28')
    await bill()
    expect(
      await until(
        () => read(made.id),
        ({ billing_cycle }) => billing_cycle === 4,
      ),
    ).toMatchObject({ status: 'ACTIVE' })
    expect((await paymentsOf(made.id)).map(({ status }) => status !== 'FAILED')).toEqual([true, true, true])
  })

  it('and those that follow tell the processor what the payer is to read on the statement', async () => {
    const made = await create()
    await kontor.databases.provider
      .updateTable('plan')
      .set({ dynamic_descriptor: 'BLOOM*BOUQUET' })
      .where('id', '=', made.plan)
      .execute()
    await pay(made)
    await settled(made.id, 'ACTIVE')
    goTo('2027-02-28')
    await bill()
    const payments = (await paymentsOf(made.id)).map(({ id }) => id)
    expect(payments).toHaveLength(2)
    const store = new pg.Client(kontor.sandboxStoreUrl)
    await store.connect()
    const { rows } = await store.query('select descriptor from payment where reference = any($1)', [payments])
    await store.end()
    expect(rows).toEqual([{ descriptor: 'BLOOM*BOUQUET' }, { descriptor: 'BLOOM*BOUQUET' }])
  })

  it('that nobody makes in thirty days is waited for no longer', async () => {
    const made = await create()
    goTo('2027-02-26')
    await bill()
    expect(await read(made.id)).toMatchObject({ status: 'CREATED' })
    goTo('2027-02-27')
    expect(await settled(made.id, 'EXPIRED')).toMatchObject({ status_reason: 'not_paid_in_time' })
    expect((await pay(made)).body.code).toBe('link_not_active')
  })

  it('before a start that lies ahead stores a card, and is taken on that day', async () => {
    const made = await create({ due_date: '2027-01-31' }, { amount: 700 })
    expect(made).toMatchObject({ status: 'CREATED', billing_cycle: 1, due_date: '2027-01-31' })
    expect(await shown(made)).toMatchObject({
      ...{ amount: 0, products: ['card'] },
      subscription: { cycle: 0, next_on: '2027-01-31', prices: [{ from: 1, amount: 700, on: '2027-01-31' }] },
    })
    await Promise.all([pay(made), pay(made), pay(made, { language: 'en-US' })])
    expect(await settled(made.id, 'ACTIVE')).toMatchObject({
      ...{ billing_cycle: 1, due_date: '2027-01-31', last_paid_cycle: null, last_paid_date: null },
      ...{ card_last_four: '1111' },
    })
    expect(await shown(made)).toMatchObject({ state: 'done', payment: { status: 'paid', amount: 0 } })
    expect((await paymentsOf(made.id)).map(({ amount }) => amount)).toEqual([0])
    for (const day of ['2027-01-30', '2027-01-31']) {
      goTo(day)
      await bill()
    }
    expect(
      await until(
        () => read(made.id),
        ({ billing_cycle }) => billing_cycle === 2,
      ),
    ).toMatchObject({ due_date: '2027-02-28', last_paid_cycle: 1, last_paid_date: '2027-01-31' })
    expect((await paymentsOf(made.id)).map(({ amount, status }) => [amount, status === 'DECLINED'])).toEqual([
      [0, false],
      [700, false],
    ])
  })

  it('is the initial one where its payer gives a card, and what the engine takes without its payer follows it', async () => {
    const kinds = async (id: string) =>
      (await paymentsOf(id)).map((each) => [each.subscription_cycle, each.recurring_type, each.channel]).sort()
    const ahead = await create({ due_date: '2027-02-10' })
    await pay(ahead)
    await settled(ahead.id, 'ACTIVE')
    const late = await subscribe({ token: poor })
    await bill()
    await settled(late, 'PAST_DUE')
    await pay(await read(late))
    await settled(late, 'ACTIVE')
    goTo('2027-02-10')
    await bill()
    await until(
      () => paymentsOf(ahead.id),
      (rows) => rows.length === 2,
    )
    expect(await kinds(ahead.id)).toEqual([
      [0, 'initial', 'ecommerce'],
      [1, 'subsequent', 'recurring'],
    ])
    expect(await kinds(late)).toEqual([
      [1, 'initial', 'ecommerce'],
      [1, 'subsequent', 'recurring'],
    ])
  })

  it('is taken at once when its payer comes after the start that lay ahead', async () => {
    const made = await create({ due_date: '2027-01-31' }, { amount: 700 })
    expect((await pay(made, { card_token: 'test_declined_stolen_card' })).body.payment.status).toBe('failed')
    goTo('2027-02-03')
    expect(await shown(made)).toMatchObject({ amount: 700, subscription: { cycle: 1, next_on: '2027-03-03' } })
    await pay(made)
    expect(await settled(made.id, 'ACTIVE')).toMatchObject({ billing_cycle: 2, due_date: '2027-03-03' })
    expect((await paymentsOf(made.id)).map(({ amount }) => amount)).toEqual([0, 700])
  })

  it('that comes days after the start is the only one that is charged: cycles count from its day', async () => {
    const made = await create({ due_date: '2027-01-29', max_billing_cycle: 3 }, { amount: 700, interval: 'day' })
    goTo('2027-02-03')
    expect(await shown(made)).toMatchObject({
      amount: 700,
      subscription: {
        ...{ cycle: 1, next_on: '2027-02-04', ends_on: '2027-02-05' },
        prices: [{ from: 1, amount: 700, on: '2027-02-03' }],
      },
    })
    // The first try fails on the day before, and its day must not stay.
    goTo('2027-02-02')
    expect((await pay(made, { card_token: 'test_declined_stolen_card' })).body.payment.status).toBe('failed')
    goTo('2027-02-03')
    await Promise.all([pay(made), pay(made), bill()])
    expect(await settled(made.id, 'ACTIVE')).toMatchObject({ billing_cycle: 2, due_date: '2027-02-04' })
    await bill()
    const taken = async () => (await paymentsOf(made.id)).filter(({ status }) => status !== 'DECLINED')
    expect((await taken()).map(({ amount }) => amount)).toEqual([700])
    goTo('2027-02-05')
    await settled(made.id, 'COMPLETED')
    expect((await cyclesOf(made.id)).map(({ due_date }) => due_date)).toEqual([
      '2027-02-03',
      '2027-02-04',
      '2027-02-05',
    ])
    expect(await taken()).toHaveLength(3)
  })

  it('is not taken by a page that shows other words or another amount', async () => {
    const made = await create({}, { amount: 1_000 })
    const discount = await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 0.5, duration: 3 })
    await kontor.post(key, `/v1/subscription/${made.id}/add-discount/${discount}`)
    const { amount } = await shown(made)
    for (const agreed_terms of [undefined, '2025-01']) {
      const { status, body } = await pay(made, { amount, agreed_terms })
      expect([status, body.code]).toEqual([409, 'terms_changed'])
    }
    expect((await read(made.id)).agreed_at).toBeNull()
    const path = `/v1/subscription/${made.id}/remove-attached-discount/${discount}`
    expect((await kontor.call(key, 'DELETE', path, {})).status).toBe(204)
    const { status, body } = await pay(made, { amount })
    expect([status, body.details]).toEqual([400, { 'body.amount': 'changed' }])
    expect(await paymentsOf(made.id)).toEqual([])
    expect((await pay(made, { amount: 1_000 })).body.payment).toMatchObject({ status: 'paid', amount: 1_000 })
  })

  it('is refused a start that lies ahead where the shop takes no card: there would be nothing to pay by', async () => {
    const of = await kontor.make.merchant({ payment_product: 'paypal' })
    const order = { customer: await kontor.make.customer(of.merchant), plan: await kontor.make.plan(of) }
    const program = await kontor.make.apiKey(of.merchant)
    const ahead = await kontor.post(program, '/v1/subscription', { ...order, due_date: '2027-02-20' })
    expect([ahead.status, ahead.body.code, ahead.body.details]).toEqual([
      ...[409, 'no_processor_for_product', { 'body.due_date': 'start_needs_card' }],
    ])
    const today = await kontor.post(program, '/v1/subscription', { ...order, due_date: '2027-01-28' })
    expect(today.status).toBe(201)
    expect(await shown(today.body)).toMatchObject({ products: ['paypal'] })
  })

  it('is refused where the shop takes neither cards nor PayPal', async () => {
    const of = await kontor.make.merchant({ payment_product: 'ideal' })
    const order = { customer: await kontor.make.customer(of.merchant), plan: await kontor.make.plan(of) }
    const { body } = await kontor.post(await kontor.make.apiKey(of.merchant), '/v1/subscription', order)
    expect([body.code, body.details]).toEqual([
      ...['no_processor_for_product', { 'body.plan': 'no_processor_of_cycles' }],
    ])
  })

  it('that stores a card before anything is paid is refused where the processor of cards cannot check one', async () => {
    const of = await kontor.make.merchant()
    const program = await kontor.make.apiKey(of.merchant)
    const db = kontor.databases.provider
    await db.deleteFrom('payment_profile_processor').where('merchant_id', '=', of.merchant).execute()
    const credential = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1', webhook_secret: 'whsec_1' }
    const processor_id = await kontor.make.processor(of.merchant, { gateway: 'stripe', url: null, credential })
    const choice = { merchant_id: of.merchant, payment_profile_id: of.profile, processor_id, position: 1 }
    await db.insertInto('payment_profile_processor').values(choice).execute()
    const order = {
      customer: await kontor.make.customer(of.merchant),
      plan: await kontor.make.plan(of, { amount: 1_000 }),
    }
    const ahead = await kontor.post(program, '/v1/subscription', { ...order, due_date: '2027-03-01' })
    expect([ahead.status, ahead.body.code, ahead.body.details]).toEqual([
      ...[409, 'card_check_not_possible', { 'body.due_date': 'no_card_check' }],
    ])
    const today = await kontor.post(program, '/v1/subscription', order)
    expect(today.status).toBe(201)
    const give = async (amount: number) => {
      const discount = await kontor.make.discount(of.merchant, { type: 'percentage', amount, duration: 1 })
      return (await kontor.post(program, `/v1/subscription/${today.body.id}/add-discount/${discount}`)).body.code
    }
    expect([await give(1), await give(0.5)]).toEqual(['card_check_not_possible', undefined])
  })

  it('is within five years, and the last one within a hundred years of it', async () => {
    const plan = await kontor.make.plan(shop, { interval: 'year', interval_count: 1_000 })
    const order = async (given: object) => {
      const { status, body } = await kontor.post(key, '/v1/subscription', { customer, plan, ...given })
      return [status, body.details]
    }
    expect(await order({ due_date: '9999-12-31' })).toEqual([400, { 'body.due_date': 'too_far' }])
    const long = [400, { 'body.max_billing_cycle': 'too_many_years' }]
    expect(await order({ max_billing_cycle: 300 })).toEqual(long)
    const made = await create({ max_billing_cycle: 2 })
    const update = await kontor.call(key, 'PUT', `/v1/subscription/${made.id}`, { max_billing_cycle: 99_999 })
    expect([update.status, update.body.details]).toEqual(long)
    // A plan from before it was bounded.
    await kontor.databases.provider
      .updateTable('subscription')
      .set({ max_billing_cycle: 99_999 })
      .where('id', '=', made.id)
      .execute()
    expect((await shown(made)).subscription).toMatchObject({ ends_on: '9999-12-31' })
  })

  it('says what its payer agrees to, and keeps when they agreed to which words', async () => {
    const made = await create({ max_billing_cycle: 5 }, { amount: 1_000, name: 'Flowers' })
    const discount = await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 0.5, duration: 3 })
    await kontor.post(key, `/v1/subscription/${made.id}/add-discount/${discount}`)
    expect(await shown(made)).toMatchObject({
      amount: 500,
      subscription: {
        ...{ plan: 'Flowers', interval: 'month', interval_count: 1, cycle: 1, cycles: 5 },
        ...{ next_on: '2027-02-28', ends_on: '2027-05-28', overdue: null },
        prices: [
          { from: 1, amount: 500, on: '2027-01-28' },
          { from: 4, amount: 1_000, on: '2027-04-28' },
        ],
      },
    })
    await pay(made, { language: 'en-US' })
    await settled(made.id, 'ACTIVE')
    const { agreed_at, agreed_terms, agreed_language } = await kontor.databases.provider
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect([agreed_at, agreed_terms, agreed_language]).toEqual([start.toISOString(), agreedTerms, 'en-US'])
  })

  it('of two who press at once is one', async () => {
    const made = await create()
    await Promise.all(Array.from({ length: 6 }, () => pay(made)))
    await settled(made.id, 'ACTIVE')
    expect(await paymentsOf(made.id)).toHaveLength(1)
  })
})

describe('a payment that fails', () => {
  it('makes it PAST_DUE, is tried again after 1, 3 and 5 days, and then it is EXPIRED', async () => {
    const id = await subscribe({ token: 'test_declined_insufficient_funds' })
    const seen: unknown[] = []
    for (let day = '2027-01-28'; day <= '2027-02-04'; day = plusDays(day, 1)) {
      goTo(day)
      await bill()
      const { status, retry_date } = await read(id)
      seen.push([day, status, retry_date, (await paymentsOf(id)).length])
    }
    expect(seen).toEqual([
      ['2027-01-28', 'PAST_DUE', '2027-01-29', 1],
      ['2027-01-29', 'PAST_DUE', '2027-01-31', 2],
      ['2027-01-30', 'PAST_DUE', '2027-01-31', 2],
      ['2027-01-31', 'PAST_DUE', '2027-02-02', 3],
      ['2027-02-01', 'PAST_DUE', '2027-02-02', 3],
      ['2027-02-02', 'EXPIRED', null, 4],
      ['2027-02-03', 'EXPIRED', null, 4],
      ['2027-02-04', 'EXPIRED', null, 4],
    ])
    expect(await read(id)).toMatchObject({ status_reason: 'insufficient_funds' })
  })

  it('is tried for the last time by the engine also where its payer left the page of the bank after that day had come', async () => {
    goTo('2027-01-27')
    const id = await subscribe({ token: poor })
    for (const day of ['2027-01-28', '2027-01-29', '2027-01-31']) {
      goTo(day)
      await bill()
    }
    goTo('2027-02-01')
    expect((await pay(await read(id), { card_token: 'test_3ds_required' })).body.payment.status).toBe('action')
    goTo('2027-02-02')
    await setStatus((await paymentsOf(id)).find(({ status }) => status === 'INITIATED')?.id, 'ABANDONED')
    expect(await settled(id, 'EXPIRED')).toMatchObject({ status_reason: 'insufficient_funds' })
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual([
      ...['DECLINED', 'DECLINED', 'DECLINED', 'ABANDONED', 'DECLINED'],
    ])
  })

  it('may be made good by its payer with another card, which is charged from then on', async () => {
    const id = await subscribe({ token: 'test_declined_insufficient_funds' })
    await bill()
    const late = await read(id)
    expect(late.status).toBe('PAST_DUE')
    goTo('2027-01-30')
    // The engine's own try of that day would refuse the payer while it is under way.
    await bill()
    expect((await pay(late, { card_token: 'test_mastercard' })).status).toBe(200)
    expect(await settled(id, 'ACTIVE')).toMatchObject({
      billing_cycle: 2,
      due_date: '2027-02-28',
      card_last_four: '4444',
    })
  })

  it.each(['stolen_card', 'expired_card'])(
    'for good (%s) is not asked again: it waits for its payer, and then it is EXPIRED',
    async (reason) => {
      const id = await subscribe({ token: `test_declined_${reason}` })
      await bill()
      expect(await settled(id, 'PAST_DUE')).toMatchObject({
        status_reason: reason,
        retry_date: null,
        pay_before: '2027-02-02',
      })
      for (const day of ['2027-01-29', '2027-01-31']) {
        goTo(day)
        await bill()
      }
      // Another card of its payer that is declined for the moment does not bring the first one back.
      expect((await pay(await read(id), { card_token: 'test_declined_insufficient_funds' })).body.payment.status).toBe(
        'failed',
      )
      await until(
        () => read(id),
        ({ status_reason }) => status_reason === 'insufficient_funds',
      )
      goTo('2027-02-01')
      await bill()
      expect(await read(id)).toMatchObject({ status: 'PAST_DUE', pay_before: '2027-02-02' })
      goTo('2027-02-02')
      expect(await settled(id, 'EXPIRED')).toMatchObject({ pay_before: null })
      expect(await paymentsOf(id)).toHaveLength(2)
    },
  )

  it('for good goes on with the card by which its payer pays', async () => {
    const id = await subscribe({ token: 'test_declined_stolen_card' })
    await bill()
    goTo('2027-01-30')
    await pay(await settled(id, 'PAST_DUE'), { card_token: 'test_mastercard' })
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 2, card_last_four: '4444' })
    goTo('2027-02-28')
    await bill()
    expect(
      await until(
        () => read(id),
        ({ billing_cycle }) => billing_cycle === 3,
      ),
    ).toMatchObject({ status: 'ACTIVE' })
  })

  it('is paid once by its payer, who presses twice while it is tried again', async () => {
    const id = await subscribe({ token: 'test_declined_insufficient_funds' })
    await bill()
    const late = await settled(id, 'PAST_DUE')
    const card = await kontor.make.card(shop, customer, { token: 'test_visa' })
    await kontor.databases.provider.updateTable('subscription').set({ card_id: card }).where('id', '=', id).execute()
    goTo('2027-01-29')
    await Promise.all([bill(), pay(late), pay(late), bill()])
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 2 })
    expect((await paymentsOf(id)).filter(({ status }) => status !== 'DECLINED')).toHaveLength(1)
  })

  it('for good stays so when a discount pays a cycle: the next one is not asked for, and its payer has days to pay', async () => {
    const id = await subscribe({ token: 'test_declined_stolen_card' })
    await bill()
    await settled(id, 'PAST_DUE')
    const discount = await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 1, duration: 1 })
    await kontor.post(key, `/v1/subscription/${id}/add-discount/${discount}`)
    goTo('2027-02-02')
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 2, due_date: '2027-02-28' })
    goTo('2027-02-28')
    expect(await settled(id, 'PAST_DUE')).toMatchObject({
      ...{ status_reason: 'stolen_card', retry_date: null, pay_before: '2027-03-05' },
    })
    // The first day of the failure is kept with the mail to the payer.
    expect(
      (await cyclesOf(id)).map(({ amount, status, first_failed_on }) => [amount, status, first_failed_on]),
    ).toEqual([
      [0, 'PAID', '2027-01-28'],
      [1_000, 'OPEN', '2027-02-28'],
    ])
    goTo('2027-03-04')
    await bill()
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE' })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  it('for good gives its payer the same days for an earlier one whose money never arrived', async () => {
    const id = await subscribe()
    await bill()
    const stolen = await kontor.make.card(shop, customer, { token: 'test_declined_stolen_card' })
    await kontor.databases.provider.updateTable('subscription').set({ card_id: stolen }).where('id', '=', id).execute()
    goTo('2027-02-28')
    expect(await settled(id, 'PAST_DUE')).toMatchObject({ billing_cycle: 2, status_reason: 'stolen_card' })
    const [first] = await until(
      () => paymentsOf(id),
      (rows) => rows[0]?.status === 'SETTLEMENT_COMPLETED',
    )
    // The day comes first: the server’s own engine may see the news at once, and the days count from then on.
    goTo('2027-03-01')
    await neverArrived(first?.id)
    await bill()
    expect(await read(id)).toMatchObject({
      ...{ status: 'PAST_DUE', billing_cycle: 1, retry_date: null, pay_before: '2027-03-06' },
    })
    goTo('2027-03-05')
    await bill()
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE' })
    expect(await paymentsOf(id)).toHaveLength(2)
  })

  it('for good before that was kept is not asked once more after the upgrade', async () => {
    const [final, other] = [await subscribe({ token: 'test_declined_stolen_card' }), await subscribe({ token: poor })]
    await bill()
    await Promise.all([settled(final, 'PAST_DUE'), settled(other, 'PAST_DUE')])
    // What a payer's own try with another card was refused for says nothing of the agreed one.
    await pay(await read(other), { card_token: 'test_declined_stolen_card' })
    await until(
      () => read(other),
      ({ status_reason }) => status_reason === 'stolen_card',
    )
    const as_before = { final_decline: null, act_on: '2027-01-29' }
    await kontor.databases.provider.updateTable('subscription').set(as_before).where('id', '=', final).execute()
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query(await migrationText('0040-final-declines'))
    await owner.end()
    goTo('2027-01-29')
    await bill()
    expect(await read(final)).toMatchObject({ status: 'PAST_DUE', retry_date: null, pay_before: '2027-02-03' })
    expect(await paymentsOf(final)).toHaveLength(1)
    expect(await paymentsOf(other)).toHaveLength(3)
  })

  it('is not tried again while its processor reports the money, and is when a person has found that there is none', async () => {
    const id = await subscribe({ token: poor, starts_on: '2027-01-28' })
    await settled(id, 'PAST_DUE')
    const [payment] = await paymentsOf(id)
    const said = await kontor.make.contradiction(shop, payment ?? null, { we_say: 'DECLINED' })
    goTo('2027-01-29')
    await bill()
    expect(await paymentsOf(id)).toHaveLength(1)
    await kontor.databases.provider
      .updateTable('contradiction')
      .set({ state: 'CLOSED', note: 'nothing at the processor', resolved_at: clock.at.toISOString() })
      .where('id', '=', said)
      .execute()
    await bill()
    expect(await paymentsOf(id)).toHaveLength(2)
  })

  it('because there is no card says so, and asks nothing of the processor', async () => {
    const plan = await kontor.make.plan(shop)
    const starts_on = '2027-01-28'
    const id = await kontor.make.subscription(shop, { plan, customer, status: 'ACTIVE', starts_on })
    await bill()
    expect(await settled(id, 'PAST_DUE')).toMatchObject({ status_reason: 'no_stored_card', retry_date: null })
    expect(await paymentsOf(id)).toEqual([])
  })

  it('because its card was revoked says so, and asks nothing of the processor', async () => {
    const id = await subscribe({ token: 'test_visa.122031.abcrevoked', starts_on: '2027-02-10' })
    const { card_id } = await kontor.databases.provider
      .selectFrom('subscription')
      .select('card_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await kontor.post(key, `/v1/card/${card_id}/revoke`)).status).toBe(200)
    goTo('2027-02-10')
    expect(await settled(id, 'PAST_DUE')).toMatchObject({
      ...{ status_reason: 'card_revoked', retry_date: null, pay_before: '2027-02-15' },
    })
    expect(await paymentsOf(id)).toEqual([])
  })

  it('by what its shop may take is tried again each day, and ends no subscription: its payer hears of nothing', async () => {
    const of = await kontor.make.merchant()
    const plan = await kontor.make.plan(of, { amount: 1_000 })
    const payer = await kontor.make.customer(of.merchant)
    const card = await kontor.make.card(of, payer)
    const owned = { plan, customer: payer, card, status: 'ACTIVE', starts_on: '2027-01-28' } as const
    const limit = (daily_volume: number | null) =>
      kontor.databases.provider.updateTable('merchant').set({ daily_volume }).where('id', '=', of.merchant).execute()
    await limit(500)
    const id = await kontor.make.subscription(of, owned)
    const own = await kontor.make.apiKey(of.merchant)
    const seen = async () => (await kontor.get(own, `/v1/subscription/${id}`)).body
    for (let day = '2027-01-28'; day <= '2027-02-05'; day = plusDays(day, 1)) {
      goTo(day)
      await bill()
      expect(await seen()).toMatchObject({
        ...{ status: 'PAST_DUE', status_reason: 'daily_volume_exceeded', retry_date: plusDays(day, 1) },
      })
    }
    expect((await cyclesOf(id)).map(({ first_failed_on }) => first_failed_on)).toEqual([null])
    // The first screen counts these.
    expect((await kontor.get(own, '/v1/subscription?status=PAST_DUE')).body).toMatchObject([{ id }])
    // Days on which the shop is refused are none of a payer who was declined before.
    const declined = { first_failed_on: '2027-02-01' }
    const cycles = kontor.databases.provider.updateTable('subscription_cycle').set(declined)
    await cycles.where('merchant_id', '=', of.merchant).where('subscription_id', '=', id).execute()
    goTo('2027-02-06')
    await bill()
    expect((await cyclesOf(id)).map(({ first_failed_on }) => first_failed_on)).toEqual(['2027-02-02'])
    await limit(null)
    goTo('2027-02-07')
    await bill()
    expect(await until(seen, ({ status }) => status === 'ACTIVE')).toMatchObject({
      billing_cycle: 2,
      status_reason: null,
    })
  })

  it.each([
    ['month', 1, ['2027-01-28', '2027-02-28', '2027-03-28'], '2027-04-28'],
    ['day', 14, ['2027-01-28', '2027-02-11', '2027-02-25'], '2027-03-11'],
  ] as const)(
    'by what its shop may take for several cycles of a %s (%i) is charged one of them a day afterwards',
    async (interval, interval_count, days, next) => {
      const plan = await kontor.make.plan(shop, { amount: 1_000, interval, interval_count })
      const card = await kontor.make.card(shop, customer, {})
      const starts_on = days[0]
      const id = await kontor.make.subscription(shop, { plan, customer, card, status: 'ACTIVE', starts_on })
      const allow = (daily_volume: number | null) =>
        kontor.databases.provider
          .updateTable('merchant')
          .set({ daily_volume })
          .where('id', '=', shop.merchant)
          .execute()
      await allow(500)
      for (const day of days) {
        goTo(day)
        await bill()
      }
      await allow(null)
      const paid: number[] = []
      for (let day = 1; day <= 4; day += 1) {
        goTo(plusDays(days[2], day))
        await bill()
        await bill()
        paid.push((await paymentsOf(id)).length)
      }
      expect(paid).toEqual([1, 2, 3, 3])
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', billing_cycle: 4, due_date: next })
    },
  )

  it('because its money never arrived is owed again, before what follows', async () => {
    const id = await subscribe()
    await bill()
    expect(await read(id)).toMatchObject({ billing_cycle: 2 })
    const [paid] = await paymentsOf(id)
    // The sandbox reports nothing more about it: later news of its money would be a contradiction.
    await until(
      () => paymentsOf(id),
      ([row]) => row?.status === 'SETTLEMENT_COMPLETED',
    )
    await neverArrived(paid?.id)
    await bill()
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE', billing_cycle: 1, last_paid_cycle: null })
    goTo('2027-01-29')
    await bill()
    expect(
      await until(
        () => read(id),
        ({ status }) => status === 'ACTIVE',
      ),
    ).toMatchObject({ billing_cycle: 2 })
    expect((await cyclesOf(id)).map(({ status, tries }) => [status, tries])).toEqual([['PAID', 2]])
  })

  it('because its money never arrived, like that of the next one, is owed first, and the next one after it', async () => {
    const id = await subscribe()
    await bill()
    goTo('2027-02-28')
    await bill()
    const payments = await until(
      () => paymentsOf(id),
      (rows) => rows.length === 2 && rows.every(({ status }) => status === 'SETTLEMENT_COMPLETED'),
    )
    for (const { id: payment } of payments) await neverArrived(payment)
    // An engine takes back one cycle of a subscription in each run.
    await bill()
    await bill()
    await until(
      () => cyclesOf(id),
      (rows) => rows.every(({ status }) => status === 'OPEN'),
    )
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE', billing_cycle: 1, last_paid_cycle: null })
    for (const [day, next] of [
      ['2027-03-01', 2],
      ['2027-03-02', 3],
    ] as const) {
      goTo(day)
      await bill()
      await until(
        () => read(id),
        ({ billing_cycle }) => billing_cycle === next,
      )
    }
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', last_paid_cycle: 2, due_date: '2027-03-28' })
    expect((await cyclesOf(id)).map(({ status, tries }) => [status, tries])).toEqual([
      ['PAID', 2],
      ['PAID', 2],
    ])
  })

  it('after the next one failed is owed first, and leaves the next one all its days', async () => {
    const id = await subscribe()
    await bill()
    goTo('2027-02-28')
    await bill()
    const [first, second] = await until(
      () => paymentsOf(id),
      (rows) => rows.length === 2 && rows.every(({ status }) => status === 'SETTLEMENT_COMPLETED'),
    )
    await neverArrived(second?.id)
    await bill()
    const days = async () => (await cyclesOf(id)).map(({ first_failed_on }) => first_failed_on)
    expect(await days()).toEqual([null, '2027-02-28'])
    await neverArrived(first?.id)
    await bill()
    expect(await read(id)).toMatchObject({ status: 'PAST_DUE', billing_cycle: 1 })
    expect(await days()).toEqual(['2027-02-28', null])
  })

  it('while another was being paid is paid for itself: the earlier one goes first, and neither is paid twice', async () => {
    const id = await subscribe()
    await bill()
    goTo('2027-02-28')
    await bill()
    // Both payments are settled: the sandbox reports nothing more about them.
    const [first, second] = await until(
      () => paymentsOf(id),
      (rows) => rows.length === 2 && rows.every(({ status }) => status === 'SETTLEMENT_COMPLETED'),
    )
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    const set = (transaction: string | undefined, status: string) =>
      owner.query('update transaction set status = $2 where id = $1', [transaction, status])
    await owner.query('alter table transaction disable trigger a_status_transition')
    await set(second?.id, 'PENDING')
    await owner.query(`update subscription_cycle set status = 'PAYING', paid_at = null where transaction_id = $1`, [
      second?.id,
    ])
    await set(first?.id, 'FAILED')
    await until(
      () => read(id),
      ({ status, billing_cycle }) => status === 'PAST_DUE' && billing_cycle === 1,
    )
    expect((await kontor.post(key, `/v1/subscription/${id}/cancel`)).body.code).toBe('operation_in_progress')
    await set(second?.id, 'SETTLEMENT_REQUESTED')
    await owner.query('alter table transaction enable trigger a_status_transition')
    await owner.end()
    await bill()
    expect((await cyclesOf(id)).map(({ status }) => status)).toEqual(['OPEN', 'PAID'])
    goTo('2027-03-01')
    expect(await settled(id, 'ACTIVE')).toMatchObject({ billing_cycle: 3, last_paid_cycle: 2, due_date: '2027-03-28' })
    expect(await paymentsOf(id)).toHaveLength(3)
  })

  it.each([66_602, 66_610, 66_611, 66_612, 66_613, 66_617, 66_618])(
    'not, but whose processor answers badly (%i), is paid once',
    { timeout: 30_000 },
    async (amount) => {
      const id = await subscribe({ amount })
      await bill()
      await until(
        async () => {
          await bill()
          return read(id)
        },
        ({ billing_cycle }) => billing_cycle === 2,
        20_000,
      )
      expect(await paymentsOf(id)).toHaveLength(1)
      expect(await cyclesOf(id)).toMatchObject([{ status: 'PAID', tries: 1, living: 1 }])
    },
  )
})

describe('a discount', () => {
  // The server's own engine would charge what is due before a discount is added.
  beforeEach(() => goTo('2027-01-27'))

  const add = (id: string, discount: string) => kontor.post(key, `/v1/subscription/${id}/add-discount/${discount}`)
  const amounts = async (id: string) => (await cyclesOf(id)).map(({ amount }) => amount)
  async function threeMonths(id: string) {
    for (const day of ['2027-01-28', '2027-02-28', '2027-03-28']) {
      goTo(day)
      await bill()
    }
    await until(
      () => read(id),
      ({ billing_cycle }) => billing_cycle === 4,
    )
  }

  it('lasts as many cycles as it says', async () => {
    const id = await subscribe({ amount: 1_999 })
    const discount = await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 0.15, duration: 2 })
    expect((await add(id, discount)).body.discounts_attached).toMatchObject([{ active: true, applied_duration: 0 }])
    await threeMonths(id)
    expect(await amounts(id)).toEqual([1_699, 1_699, 1_999])
    expect((await read(id)).discounts_attached).toMatchObject([{ active: false, applied_duration: 2 }])
  })

  it('that leaves nothing to pay makes a cycle paid without a payment', async () => {
    const id = await subscribe({ amount: 500 })
    await add(id, await kontor.make.discount(shop.merchant, { amount: 900, limit_to_first_order: true }))
    await threeMonths(id)
    expect(await amounts(id)).toEqual([0, 500, 500])
    expect(await paymentsOf(id)).toHaveLength(2)
  })

  it('that leaves nothing of the first payment has the page keep a card for what follows', async () => {
    goTo('2027-01-28')
    const made = await create({}, { amount: 500 })
    await add(made.id, await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 1, duration: 1 }))
    expect((await pay(made)).body.payment).toMatchObject({ status: 'paid', amount: 0 })
    expect(await settled(made.id, 'ACTIVE')).toMatchObject({ card_last_four: '1111' })
    goTo('2027-02-28')
    await bill()
    expect((await paymentsOf(made.id)).map(({ amount }) => amount)).toEqual([0, 500])
  })

  it('of the first order that comes while its payer pays the whole price ends with that payment', async () => {
    goTo('2027-01-28')
    const made = await create({}, { amount: 500 })
    const { payment } = (await pay(made, { card_token: 'test_3ds_required' })).body
    const given = { type: 'percentage', amount: 0.5, limit_to_first_order: true } as const
    await add(made.id, await kontor.make.discount(shop.merchant, given))
    const { origin, pathname } = new URL(payment.redirect_url)
    await fetch(`${origin}${pathname}/authenticate`, { method: 'POST', body: new URLSearchParams() })
    await until(
      () => paymentsOf(made.id),
      ([row]) => row?.status.startsWith('SETTLEMENT') === true,
    )
    expect((await settled(made.id, 'ACTIVE')).discounts_attached).toMatchObject([
      { active: false, applied_duration: 0 },
    ])
    // One of before is ended by the upgrade.
    const attached = kontor.databases.provider.updateTable('subscription_discount_attached')
    await attached.set({ active: true }).where('subscription_id', '=', made.id).execute()
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query(await migrationText('0276-first-orders-are-over'))
    await owner.end()
    expect((await read(made.id)).discounts_attached).toMatchObject([{ active: false }])
    const later = await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 0.1, duration: 1 })
    expect((await add(made.id, later)).status).toBe(200)
    // Its card asks for its payer each time.
    expect((await kontor.post(key, `/v1/subscription/${made.id}/cancel`)).status).toBe(200)
  })

  it('of more cycles is on the page of one that is owed again for those that follow it, as it is charged', async () => {
    const id = await subscribe({ amount: 1_000 })
    await add(id, await kontor.make.discount(shop.merchant, { type: 'percentage', amount: 0.5, duration: 2 }))
    goTo('2027-01-28')
    await bill()
    const [paid] = await until(
      () => paymentsOf(id),
      ([row]) => row?.status === 'SETTLEMENT_COMPLETED',
    )
    await neverArrived(paid?.id)
    const owed = await settled(id, 'PAST_DUE')
    expect((await shown(owed)).subscription.prices).toEqual([
      { from: 1, amount: 500, on: '2027-01-28' },
      { from: 3, amount: 1_000, on: '2027-03-28' },
    ])
  })

  it('is one at a time, for what costs enough, and for a first order before the second cycle', async () => {
    const id = await subscribe({ amount: 500 })
    const code = async (given: object) => (await add(id, await kontor.make.discount(shop.merchant, given))).body.code
    expect(await code({ minimum_amount: 501 })).toBe('discount_not_eligible')
    const [one, other] = [await kontor.make.discount(shop.merchant), await kontor.make.discount(shop.merchant)]
    const both = await Promise.all([add(id, one), add(id, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await code({})).toBe('discount_already_active')
    const [active] = (await read(id)).discounts_attached
    const path = `/v1/subscription/${id}/remove-attached-discount/${active.subscription_discount.id}`
    expect((await kontor.call(key, 'DELETE', path, {})).status).toBe(204)
    expect((await kontor.call(key, 'DELETE', path, {})).status).toBe(404)
    goTo('2027-01-28')
    await bill()
    expect(await code({ limit_to_first_order: true })).toBe('discount_not_eligible')
    expect((await add(id, randomUUID())).status).toBe(404)
  })
})

describe('the course of a subscription', () => {
  it('ends COMPLETED with its last cycle, which may be changed until then', async () => {
    const made = await create({ max_billing_cycle: 9 })
    await pay(made)
    await settled(made.id, 'ACTIVE')
    const update = (max_billing_cycle: number | null) =>
      kontor.call(key, 'PUT', `/v1/subscription/${made.id}`, { id: made.id, max_billing_cycle })
    expect((await update(1)).body.details).toMatchObject({ 'body.max_billing_cycle': 'before_the_next_cycle' })
    expect((await update(2)).body.max_billing_cycle).toBe(2)
    const untold = await kontor.call(key, 'PUT', `/v1/subscription/${made.id}`, { id: made.id })
    expect([untold.status, untold.body.max_billing_cycle]).toEqual([200, 2])
    goTo('2027-02-28')
    expect(await settled(made.id, 'COMPLETED')).toMatchObject({ billing_cycle: 2, last_paid_cycle: 2, due_date: null })
    expect((await update(5)).body.code).toBe('subscription_over')
  })

  it('ends when it is cancelled: nothing more is charged, and the page takes nothing', async () => {
    // The server's own engine charges by itself what is due.
    const id = await subscribe({ starts_on: '2027-02-10' })
    expect((await kontor.post(key, `/v1/subscription/${id}/cancel`)).body).toMatchObject({ status: 'CANCELLED' })
    goTo('2027-02-10')
    await bill()
    expect(await paymentsOf(id)).toEqual([])
    expect((await pay(await read(id))).body.code).toBe('link_not_active')
    expect((await kontor.post(key, `/v1/subscription/${id}/cancel`)).body.code).toBe('subscription_over')
  })

  it('waits while its merchant is not active', async () => {
    const active = (is: boolean) =>
      kontor.databases.provider.updateTable('merchant').set({ active: is }).where('id', '=', shop.merchant).execute()
    await active(false)
    const id = await subscribe()
    await bill()
    expect(await paymentsOf(id)).toEqual([])
    await active(true)
    await bill()
    expect(await paymentsOf(id)).toHaveLength(1)
  })
})

// These tests come last: sixty months of partitions slow down every statement of the others.
describe('over years', () => {
  const monthly = { interval: 'month', interval_count: 1 } as const

  // The shorter form ends after the February of a leap year too.
  const numbers = Array.from({ length: isHeavy ? 60 : 26 }, (_, index) => index + 1)
  const last = dueDate('2027-01-31', monthly, numbers.length)

  beforeAll(async () => {
    await tablesUntil(plusDays(last, 40))
    // Subscriptions of the other tests would be billed for five years too.
    await kontor.databases.provider.updateTable('merchant').set({ active: false }).execute()
    shop = await kontor.make.merchant()
    await kontor.connect(shop.merchant)
    customer = await kontor.make.customer(shop.merchant)
  })

  it('each cycle has one transaction, on its day, from 28, 29, 30 and 31 January', { timeout: 240_000 }, async () => {
    const starts = ['2027-01-28', '2027-01-29', '2027-01-30', '2027-01-31']
    const ids = await Promise.all(starts.map((starts_on) => subscribe({ starts_on })))
    for (let day = '2027-01-28'; day <= last; day = plusDays(day, 1)) {
      // Nothing is due on the other days.
      if (!starts.some((first) => numbers.some((n) => dueDate(first, monthly, n) === day))) continue
      goTo(day)
      await bill()
    }
    for (const [index, id] of ids.entries()) {
      const payments = await paymentsOf(id)
      const days = payments.map(({ created_at }) => created_at.slice(0, 10))
      expect(days).toEqual(numbers.map((n) => dueDate(starts[index] ?? '', monthly, n)))
      expect(payments.map(({ subscription_cycle }) => subscription_cycle)).toEqual(numbers)
      expect(new Set(payments.map(({ recurring_type }) => recurring_type))).toEqual(new Set(['subsequent']))
      expect(new Set(payments.map(({ amount }) => amount))).toEqual(new Set([1_000]))
    }
    expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
  })
})
