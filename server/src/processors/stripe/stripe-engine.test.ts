import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { canariesIn, keptOf, placesOf } from '../../../test/gateways/kept.ts'
import { payerAway } from '../../../test/gateways/payer-away.ts'
import { eventOf, signed, stripeEvents, webhookSecret } from '../../../test/gateways/stripe/stripe.events.ts'
import {
  approve,
  disputed,
  type FakePayment,
  paidOut,
  secretKey,
  stripeFake,
} from '../../../test/gateways/stripe/stripe.fake.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { newId } from '../../platform/db/ids.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { reconcileSince } from '../../recovery/reconcile.ts'
import type { Connection, RawNotification } from '../gateway.ts'
import { gateways } from '../gateways.ts'
import { settlementFilesJob } from '../settlements/fetch-settlement-files.ts'
import { stripeGateway } from './stripe-gateway.ts'

const stripe = stripeFake()
const credential = { secret_key: secretKey, publishable_key: 'pk_test_51Kontor', webhook_secret: webhookSecret }
let kontor: TestApp
let fake: FakeGateway
let merchant: string
let owner: pg.Client
let user: string
let staff: string
let profile: string
let address: string
const log: string[] = []

beforeAll(async () => {
  fake = await startFake(stripe.kind)
  const manifest = { ...stripeGateway.manifest, addresses: { test: fake.addresses } }
  gateways.splice(gateways.indexOf(stripeGateway), 1, { ...stripeGateway, manifest })
  const stream = { write: (line: string) => void log.push(line) }
  kontor = await startTestApp({ gatewayTimeout_ms: 5_000, logger: { level: 'trace', stream } })
  const shop = await kontor.make.merchant()
  merchant = shop.merchant
  user = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const processor = await kontor.make.processor(merchant, { credential })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const { rows } = await owner.query(
    `update processor set gateway = 'stripe', url = null where id = $1 returning notification_key`,
    [processor],
  )
  address = `${kontor.url}/v1/processornotification/${processor}/${rows[0]?.notification_key}`
  profile = await kontor.make.profile(merchant, { processors: [processor] })
}, 120_000)
afterAll(async () => {
  gateways.splice(-1, 1, stripeGateway)
  await owner.end()
  await kontor.stop()
  await fake.stop()
})
afterEach(async () => {
  Object.assign(stripe.hides, { fromSearch: false, fromList: false })
  const { provider } = kontor.databases
  expect(await wrongSums(provider, merchant)).toEqual([])
  expect(await wrongSteps(provider, merchant)).toEqual([])
  expect(await wrongAttempts(provider, merchant)).toEqual([])
  fake.check()
})

async function pay(capture: boolean, more: object = {}): Promise<string> {
  const order = {
    payment_profile: profile,
    amount: 5_000,
    payment_product: 'card',
    card_token: 'pm_card',
    return_url: 'https://shop.example/back',
    capture,
    ...more,
  }
  const headers = { prefer: 'respond-async' }
  const begun = await kontor.post(user, '/v1/transaction', { ...order, merchant_reference: 'Order 1' }, headers)
  return begun.body.id
}
const becomes = (id: string, status: string, kind = 'transaction') =>
  until(
    async () => (await kontor.get(user, `/v1/${kind}/${id}`)).body,
    (row) => row.status === status,
  )
const tell = async ({ headers, body }: RawNotification) =>
  (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })).ok
const entryOf = (reference: string) => fake.books.of(reference)[0] ?? expect.unreachable()
const postsOf = (reference: string) => fake.received.filter(({ key }) => key === reference)

it('A payment is authorized and captured once', async () => {
  const id = await pay(false)
  await becomes(id, 'AUTHORIZED')
  await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 })
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
})

it('A payment from an account names its holder, who is the customer that the shop named, and is not sent without', async () => {
  const bancontact = { gateway: 'stripe', payment_product: 'bancontact', credential }
  const shop = await kontor.make.profile(merchant, { processors: [await kontor.make.processor(merchant, bancontact)] })
  const customer = await kontor.make.customer(merchant, { first_name: 'An', last_name: 'Janssens' })
  const order = {
    ...{ payment_profile: shop, amount: 5_000, payment_product: 'bancontact', capture: true },
    ...{ return_url: 'https://shop.example/back', merchant_reference: 'Order 1' },
  }
  const { body } = await kontor.post(user, '/v1/transaction', { ...order, customer })
  await becomes(body.id, 'SETTLEMENT_REQUESTED')
  expect(decodeURIComponent(postsOf(body.id)[0]?.text ?? '')).toContain('[billing_details][name]=An+Janssens')
  const calls = kontor.databases.provider.selectFrom('processor_call').selectAll().where('transaction_id', '=', body.id)
  expect(JSON.stringify(await calls.execute())).not.toContain('Janssens')
  const nameless = await kontor.post(user, '/v1/transaction', order)
  expect(nameless.body).toMatchObject({ status: 'FAILED', status_reason: 'payer_name_missing' })
  expect(postsOf(nameless.body.id)).toEqual([])
})

it('A direct debit on the page of a link names the account, which is kept nowhere in clear (check 17)', async () => {
  const debit = { gateway: 'stripe', payment_product: 'sepa_debit', credential }
  const shop = await kontor.make.profile(merchant, { processors: [await kontor.make.processor(merchant, debit)] })
  const link = (
    await kontor.post(user, '/v1/paymentlink', { payment_profile: shop, amount: 5_000, merchant_reference: 'Order 1' })
  ).body
  const page = `/v1/pay/${link.url.split('/pay/')[1]}`
  const shown = (await kontor.get('', page)).body
  expect(shown.asks).toEqual([{ payment_product: 'sepa_debit', fields: ['payer_name', 'payer_email', 'iban'] }])
  expect(shown.by_mandate).toEqual(['sepa_debit'])
  const order = { payment_product: 'sepa_debit', payer_name: 'Canary Klaassen', payer_email: 'canary@bloom.example' }
  const browser = {
    ...{ language: 'nl', color_depth: 24, screen_height: 900, screen_width: 1440 },
    ...{ time_zone_offset: -60, java_enabled: false },
  }
  const send = (more: object) =>
    kontor.post('', `${page}/payments`, { attempt: randomUUID(), ...order, browser, ...more })
  expect((await send({ iban: 'NL91 ABNA 0417 1643 01' })).body.details).toEqual({ 'body.iban': 'iban_checksum' })
  // The order waits for another try.
  const { provider } = kontor.databases
  fake.play(...Array<'lost_before'>(9).fill('lost_before'))
  const paid = await send({ iban: 'nl91 abna 0417 1643 00' })
  expect(paid.body.payment).toMatchObject({ status: 'processing', payment_product: 'sepa_debit' })
  const sent = fake.received.map(({ text }) => decodeURIComponent(text)).join('\n')
  expect(sent).toContain('payment_method_data[sepa_debit][iban]=NL91ABNA0417164300')
  const jobs = await provider
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('id')
    .execute()
  const kept = `${JSON.stringify(jobs)}${await keptOf(provider, merchant)}${log.join('')}`
  // Four digits alone may be those of an id.
  for (const secret of ['ABNA0417', '0417164300', 'Canary', 'canary'])
    expect([secret, kept.includes(secret)]).toEqual([secret, false])
  // No other test's scene is played for it.
  fake.play()
  await becomes(jobs.at(-1)?.id ?? expect.unreachable(), 'SETTLEMENT_REQUESTED')
})

it('A payment whose payer never comes back is abandoned a day after he left, once Stripe was asked and has cancelled it (check 16)', async () => {
  fake.play('sent_out_and_back')
  const id = await pay(true)
  const entry = await until(
    async () => fake.books.of(id)[0],
    (each) => each !== undefined,
  )
  Object.assign(entry?.more ?? {}, { left: true })
  const { provider } = kontor.databases
  await payerAway(kontor, id, 23)
  const turns = provider.selectFrom('outbox').select('attempts').where('id', '=', id)
  await until(
    () => turns.executeTakeFirstOrThrow(),
    ({ attempts }) => attempts > 1,
  )
  expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('INITIATED')
  await payerAway(kontor, id, 25)
  expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  const payment = entry?.more?.['payment'] as FakePayment
  expect(payment.status).toBe('canceled')
  // Nothing is left to ask.
  const open = provider.selectFrom('outbox').select('id').where('transaction_id', '=', id).where('done_at', 'is', null)
  expect(await open.execute()).toEqual([])
})

/** A payment that Stripe made, and that nobody has confirmed since. */
async function unconfirmed(more: object = { status: 'requires_confirmation' }) {
  fake.play('pending')
  const id = await pay(true)
  await becomes(id, 'PENDING')
  const entry = entryOf(id)
  Object.assign(entry.more?.['payment'] as FakePayment, more)
  return { id, entry, payment: entry.more?.['payment'] as FakePayment }
}
const openJobsOf = (id: string) =>
  kontor.databases.provider
    .selectFrom('outbox')
    .select(['id', 'topic', 'attempts'])
    .where('transaction_id', '=', id)
    .where('done_at', 'is', null)
    .execute()
const cancellationOf = (id: string) =>
  kontor.databases.provider
    .selectFrom('outbox')
    .select(['id', 'done_at'])
    .where('transaction_id', '=', id)
    .where('topic', '=', 'processor.cancel_reference')
    .orderBy('id', 'desc')
    .executeTakeFirst()
const asked = (id: string, attempts: number) =>
  until(
    () => openJobsOf(id),
    (jobs) => jobs.some((job) => job.id === id && job.attempts > attempts),
  )
const cancelsOf = ({ id }: FakePayment) => fake.received.filter(({ path }) => path.endsWith(`${id}/cancel`))

it.each([
  { status: 'requires_confirmation' },
  { status: 'requires_payment_method' },
  { status: 'requires_action', next_action: { type: 'blik_authorize', blik_authorize: {} } },
])(
  'A payment that Stripe made and nobody goes on with is abandoned a day later, once Stripe has cancelled it: %o (check 16)',
  async (more) => {
    const { id, entry, payment } = await unconfirmed(more)
    Object.assign(entry.more ?? {}, { left: true })
    await payerAway(kontor, id, 23)
    await asked(id, 1)
    expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('PENDING')
    expect(cancelsOf(payment)).toEqual([])
    await payerAway(kontor, id, 25)
    expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
    expect(payment.status).toBe('canceled')
    expect(await openJobsOf(id)).toEqual([])
  },
)

it('A payment whose payer goes on with it late is taken, and not cancelled', async () => {
  const { id, entry, payment } = await unconfirmed()
  approve(entry)
  await payerAway(kontor, id, 25)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(cancelsOf(payment)).toEqual([])
})

it('A payment that is on its way to the bank is neither cancelled nor abandoned, however long it takes', async () => {
  const { id, payment } = await unconfirmed({})
  await payerAway(kontor, id, 24 * 20)
  await asked(id, 1)
  expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('PENDING')
  expect(cancelsOf(payment)).toEqual([])
})

it('A payment that nobody goes on with stays open while the order that cancels it is lost', {
  timeout: 60_000,
}, async () => {
  const { id, payment } = await unconfirmed()
  fake.play('lost_before', 'lost_before')
  await payerAway(kontor, id, 25)
  await until(
    async () => cancelsOf(payment).length,
    (count) => count >= 2,
  )
  expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('PENDING')
  expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  expect(payment.status).toBe('canceled')
  expect(new Set(cancelsOf(payment).map(({ key }) => key)).size).toBe(1)
})

it('A payment whose cancellation was carried out and whose reply was lost is found cancelled, and abandoned', {
  timeout: 60_000,
}, async () => {
  const { id, payment } = await unconfirmed()
  fake.play('lost_after')
  await payerAway(kontor, id, 25)
  expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  expect(payment.status).toBe('canceled')
  expect(cancelsOf(payment)).toHaveLength(1)
})

it('A cancellation of ours that Stripe tells of before it answers leaves the payment ABANDONED, and not cancelled by its payer', async () => {
  const { id, payment } = await unconfirmed()
  fake.play('lost_after')
  await payerAway(kontor, id, 25)
  await until(
    async () => payment.status,
    (status) => status === 'canceled',
  )
  // No try comes before the news.
  await until(
    () =>
      owner.query(
        `update outbox set next_attempt_at = now() + interval '1 hour'
         where transaction_id = $1 and done_at is null and leased_until is null and attempts > 0`,
        [id],
      ),
    ({ rowCount }) => rowCount === 2,
  )
  const canceled = { ...payment, latest_charge: null }
  expect(await tell(signed(eventOf('payment_intent.canceled', canceled, { id: `evt_${id}` })))).toBe(true)
  expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  expect(await openJobsOf(id)).toEqual([])
})

it('A payment that its payer completes while it is being cancelled is taken, and nothing contradicts that', async () => {
  const { id, entry, payment } = await unconfirmed()
  fake.play('declined')
  await payerAway(kontor, id, 25)
  await until(
    async () => [cancelsOf(payment).length, (await openJobsOf(id)).length],
    ([cancels, open]) => cancels === 1 && open === 1,
  )
  // A refusal decides nothing, and the payer can still pay.
  expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('PENDING')
  approve(entry)
  await payerAway(kontor, id, 26)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(cancelsOf(payment)).toHaveLength(1)
  const { body } = await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)
  expect(body).toEqual([])
})

it('A payment that waits for its payer at Stripe is not abandoned while Stripe refuses to cancel it', async () => {
  const { id, payment } = await unconfirmed()
  fake.play('declined')
  await payerAway(kontor, id, 25)
  await until(
    async () => [cancelsOf(payment).length, (await openJobsOf(id)).length],
    ([cancels, open]) => cancels === 1 && open === 1,
  )
  const [before] = await openJobsOf(id)
  await payerAway(kontor, id, 26)
  await asked(id, before?.attempts ?? 0)
  expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe('PENDING')
  expect(payment.status).toBe('requires_confirmation')
})

it('A cancellation that Stripe refused is ordered again a day later under a key of its own, and then ends the payment', async () => {
  const { id, payment } = await unconfirmed()
  fake.play('declined')
  await payerAway(kontor, id, 25)
  // A cancellation has the time of its order in its id.
  const { id: aDayAgo } = newId(new Date(Date.now() - 25 * 3_600_000))
  await until(
    () => cancellationOf(id),
    (order) => order !== undefined && order.done_at !== null,
  )
  const before = (await cancellationOf(id))?.id
  await owner.query('begin')
  await owner.query('set local session_replication_role = replica')
  await owner.query('update outbox_attempt set outbox_id = $1 where outbox_id = $2', [aDayAgo, before])
  await owner.query('update outbox set id = $1 where id = $2', [aDayAgo, before])
  await owner.query('commit')
  await payerAway(kontor, id, 50)
  expect(await becomes(id, 'ABANDONED')).toMatchObject({ status_reason: 'payer_gone' })
  expect(payment.status).toBe('canceled')
  expect(new Set(cancelsOf(payment).map(({ key }) => key)).size).toBe(2)
})

it('A payment whose reply is lost is found, and not sent again (check 3)', async () => {
  fake.play('lost_after')
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
  expect(postsOf(id)).toHaveLength(1)
})

it('A payment whose request is lost before the work is sent again while its payer waits, by the same request, and made once (checks 4 and 8)', async () => {
  fake.play('lost_before')
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
  expect(postsOf(id)).toHaveLength(2)
  expect(postsOf(id)[1]?.text).toBe(postsOf(id)[0]?.text)
})

it('A payment at which Stripe works on after we left is in no list, is refused once while it is at work, and is made once (checks 4 and 8)', async () => {
  fake.play('goes_on')
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
  expect(postsOf(id).map(({ replayed }) => replayed)).toEqual([false, false, true])
  expect(new Set(postsOf(id).map(({ text }) => text)).size).toBe(1)
  const calls = kontor.databases.provider
    .selectFrom('processor_call')
    .select(['operation', 'response_code'])
    .where('transaction_id', '=', id)
    .orderBy('id')
  expect((await calls.execute()).map(({ operation, response_code }) => `${operation} ${response_code}`)).toEqual([
    'authorize 0',
    ...['look_up 200', 'authorize 409'],
    ...['look_up 200', 'authorize 200'],
  ])
})

it('A payment that Stripe cannot be asked for is sent again under its key, and parked once its payer has left (checks 4 and 5)', async () => {
  Object.assign(stripe.hides, { fromSearch: true, fromList: true })
  fake.play('lost_after')
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
  expect(postsOf(id).map(({ replayed }) => replayed)).toEqual([false, true])
  fake.play(...Array<'lost_before'>(20).fill('lost_before'))
  const lost = await pay(true)
  const { provider } = kontor.databases
  await until(
    async () =>
      (
        await sql`update outbox set first_sent_at = now() - interval '1 hour', next_attempt_at = now()
          where id = ${lost} and attempts > 0 and leased_until is null`.execute(provider)
      ).numAffectedRows,
    (changed) => changed === 1n,
  )
  const sent = postsOf(lost).length
  await becomes(lost, 'UNKNOWN')
  fake.play()
  // Nothing takes it up again.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(postsOf(lost)).toHaveLength(sent)
  const job = provider.selectFrom('outbox').selectAll().where('id', '=', lost)
  expect(await job.executeTakeFirstOrThrow()).toMatchObject({ parked_why: 'payer_gone', done_at: null })
  expect(fake.books.of(lost)).toEqual([])
})

it('A capture whose request is lost is asked for, and sent again by the same request (checks 4 and 8)', async () => {
  const id = await pay(false)
  await becomes(id, 'AUTHORIZED')
  const asked = fake.received.length
  fake.play('lost_before')
  await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 }, { prefer: 'respond-async' })
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const sent = fake.received.slice(asked).filter(({ path }) => path.endsWith('/capture'))
  expect(sent).toHaveLength(2)
  expect(sent[1]?.text).toBe(sent[0]?.text)
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(
    fake.books.entries.filter(({ kind, payment_id }) => kind === 'capture' && payment_id === entryOf(id).payment_id),
  ).toHaveLength(1)
})

it('No secret, card or mail is in what is kept of its orders, which are forms, told or logged (check 17)', async () => {
  const customer = await kontor.make.customer(merchant, { email_address: 'canary@bloom.example' })
  const id = await pay(false, { customer, card_token: 'pm_1CANARY5Xz9' })
  await becomes(id, 'AUTHORIZED')
  const sent = fake.received.map(({ text }) => text).join('\n')
  expect(sent).toContain('pm_1CANARY5Xz9')
  const places = await placesOf({ kontor, owner, user, staff, merchant, log }, { payment: id, token: 'CANARY5Xz9' })
  expect(places.kept).toContain('payment_method=')
  for (const place of [places.logged, places.said]) expect(place).toContain(id)
  expect(canariesIn(places, ['CANARY', secretKey, webhookSecret])).toEqual([])
  // The customer of the shop has it.
  const { kept, logged } = places
  expect(canariesIn({ kept, logged }, ['canary@'])).toEqual([])
})

it('A payment after a 500 is asked for, and not repeated, because its key would only repeat the 500 (check 6)', async () => {
  fake.play('broken')
  const id = await pay(true)
  const tries = kontor.databases.provider.selectFrom('outbox').select('attempts').where('id', '=', id)
  await until(
    () => tries.executeTakeFirst(),
    (row) => (row?.attempts ?? 0) > 3,
  )
  expect(postsOf(id)).toHaveLength(1)
  expect(fake.books.of(id)).toEqual([])
})

it('A cancellation that Stripe failed at is sent again under a new key, because it is safe twice (check 6)', async () => {
  const { id, payment } = await unconfirmed()
  fake.play('broken')
  await payerAway(kontor, id, 25)
  await becomes(id, 'ABANDONED')
  const keys = cancelsOf(payment).map(({ key }) => key ?? '')
  expect(keys).toEqual([keys[0], `${keys[0]}.1`])
})

it('The acceptance of a dispute that Stripe failed at is sent again under a new key, because it is safe twice (check 6)', async () => {
  const { chargeback, dispute } = await chargedBack()
  fake.play('broken')
  await kontor.post(user, `/v1/chargeback/${chargeback.id}/accept`, {}, { prefer: 'respond-async' })
  await chargebackBecomes(chargeback.id, 'LOST')
  const sent = fake.received.filter(({ method, path }) => method === 'POST' && path.includes(`/disputes/${dispute.id}`))
  const keys = sent.map(({ key }) => key ?? '')
  expect(keys).toEqual([keys[0], `${keys[0]}.1`])
})

it('A refund that came back after its success is failed (check 10)', async () => {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 })
  await becomes(body.id, 'PROCESSED', 'refund')
  const entry = fake.books.entries.findLast(({ kind }) => kind === 'refund') ?? expect.unreachable()
  expect(await tell(stripeEvents.of(entry, 'undone'))).toBe(true)
  await becomes(body.id, 'FAILED', 'refund')
})

const told = (type: string, payment: FakePayment, more: object = {}) =>
  tell(signed(eventOf(`payment_intent.${type}`, { ...payment, ...more }, { id: `evt_${type}_${payment.id}` })))

it.each([
  ['automatic', 'ABANDONED'],
  ['fraudulent', 'FAILED'],
])(
  'A success that Stripe tells of a payment after its end is a contradiction that the provider sees at once: canceled, %s (check 11)',
  async (cancellation_reason, status) => {
    const { id, entry, payment } = await unconfirmed({})
    expect(await told('canceled', payment, { status: 'canceled', cancellation_reason })).toBe(true)
    await becomes(id, status)
    approve(entry)
    expect(await told('succeeded', payment)).toBe(true)
    // Seen by the first look, without a wait.
    const seen = await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)
    expect(seen.body).toMatchObject([{ state: 'OPEN', we_say: status, they_say: 'SETTLEMENT_REQUESTED' }])
    expect((await kontor.get(user, `/v1/transaction/${id}`)).body.status).toBe(status)
  },
)

it('An authorization that Stripe cancels is voided', async () => {
  const id = await pay(false)
  await becomes(id, 'AUTHORIZED')
  const payment = entryOf(id).more?.['payment'] as object
  const canceled = { ...payment, status: 'canceled', cancellation_reason: 'automatic' }
  expect(await tell(signed(eventOf('payment_intent.canceled', canceled, { id: `evt_${id}` })))).toBe(true)
  await becomes(id, 'AUTHORIZATION_VOIDED')
})

it('A debit that comes back after its success is undone (check 10)', async () => {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(await tell(stripeEvents.of(entryOf(id), 'undone'))).toBe(true)
  await becomes(id, 'FAILED')
})

const chargebacksOf = async (id: string) => (await kontor.get(user, `/v1/chargeback?transaction=${id}`)).body
const chargebackBecomes = (id: string, status: string) =>
  until(
    async () => (await kontor.get(user, `/v1/chargeback/${id}`)).body,
    (row) => row.status === status,
  )
/** A captured payment that the payer's bank charges back, of which Stripe tells. */
async function chargedBack() {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const dispute = disputed(stripe, entryOf(id).more?.['payment'] as FakePayment)
  const event = (type: string) => tell(signed(eventOf(type, dispute, { id: `evt_${type}_${dispute.id}` })))
  expect(await event('charge.dispute.created')).toBe(true)
  const [opened] = await until(
    () => chargebacksOf(id),
    (rows) => rows.length > 0,
  )
  return { id, chargeback: opened, dispute, event }
}

it('A dispute opens a chargeback, which is answered with its evidence and won', async () => {
  const { id, chargeback, dispute, event } = await chargedBack()
  expect(chargeback).toMatchObject({ status: 'OPEN', amount: 5_000, reason: 'fraudulent', reason_code: '10.4' })
  expect(chargeback).toMatchObject({ processor_id_external: dispute.id, respond_by: '2030-01-09' })
  const uploaded = await fetch(`${kontor.url}/v1/chargeback/${chargeback.id}/evidence`, {
    method: 'POST',
    headers: { cookie: user, 'content-type': 'application/octet-stream', 'x-file-name': 'receipt.pdf' },
    body: '%PDF-1.4\n%%EOF\n',
  })
  expect(await uploaded.json()).toMatchObject({ name: 'receipt.pdf' })
  const answered = await kontor.post(user, `/v1/chargeback/${chargeback.id}/dispute`, { explanation: 'It arrived' })
  expect(answered.status).toBeLessThan(300)
  await chargebackBecomes(chargeback.id, 'IN_DISPUTE')
  dispute.status = 'won'
  expect(await event('charge.dispute.closed')).toBe(true)
  await chargebackBecomes(chargeback.id, 'WON')
  expect(await chargebacksOf(id)).toHaveLength(1)
})

it('A question of the bank, which moves no money, opens no chargeback and is for a person, each of them once', async () => {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const inquiry = disputed(stripe, entryOf(id).more?.['payment'] as FakePayment)
  inquiry.status = 'warning_needs_response'
  const event = (type: string) => tell(signed(eventOf(type, inquiry, { id: `evt_${type}_${inquiry.id}` })))
  expect(await event('charge.dispute.created')).toBe(true)
  const seen = kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id)
  const [told] = await until(
    () => seen.execute(),
    (rows) => rows.length > 0,
  )
  expect(told).toMatchObject({ kind: 'not_understood', they_say: `an inquiry without money: ${inquiry.id}` })
  expect(await chargebacksOf(id)).toEqual([])
  // It may still be paid back, which mostly ends such a question.
  const refund = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 1_000 })
  expect(refund.status).toBeLessThan(300)
  // Once it becomes a chargeback, it is one.
  inquiry.status = 'needs_response'
  expect(await event('charge.dispute.updated')).toBe(true)
  await until(
    () => chargebacksOf(id),
    ([row]) => row?.status === 'OPEN',
  )
  expect(await seen.execute()).toHaveLength(1)
})

it('A question of the bank that an earlier version took for a chargeback is won when it ends, and any other is nothing', async () => {
  const { id, dispute, event, chargeback } = await chargedBack()
  dispute.status = 'warning_closed'
  expect(await event('charge.dispute.closed')).toBe(true)
  await chargebackBecomes(chargeback.id, 'WON')
  const other = disputed(stripe, entryOf(id).more?.['payment'] as FakePayment)
  other.status = 'warning_closed'
  expect(await tell(signed(eventOf('charge.dispute.closed', other, { id: `evt_${other.id}` })))).toBe(true)
  const became: { status: string }[] = await chargebacksOf(id)
  expect(became.map(({ status }) => status)).toEqual(['WON'])
})

it('A dispute that is accepted is lost', async () => {
  const { chargeback } = await chargedBack()
  await kontor.post(user, `/v1/chargeback/${chargeback.id}/accept`)
  await chargebackBecomes(chargeback.id, 'LOST')
})

it('Each refund that somebody made at Stripe itself is for a person, at its payment, once', async () => {
  const payments = [await pay(true), await pay(true)]
  for (const id of payments) {
    await becomes(id, 'SETTLEMENT_REQUESTED')
    const { payment_id } = entryOf(id)
    const made = [100, 200].map((amount) => ({
      ...{ id: `re_${amount}${id}`, object: 'refund', amount, created: 1, currency: 'eur', metadata: {} },
      ...{ reason: null, status: 'succeeded', payment_intent: payment_id },
    }))
    for (const refund of made) {
      stripe.refunds.push(refund)
      expect(await tell(signed(eventOf('refund.created', refund, { id: `evt_${refund.id}` })))).toBe(true)
    }
    const seen = kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id)
    const row = { kind: 'not_understood', they_say: 'a refund that Kontor did not order' }
    expect(
      await until(
        () => seen.orderBy('their_amount').execute(),
        (rows) => rows.length > 1,
      ),
    ).toMatchObject(made.map(({ amount, id: each }) => ({ ...row, their_amount: amount, processor_id_external: each })))
  }
})

it('News of a payment that the account does not have is of nobody', async () => {
  const dispute = { id: 'du_forged', object: 'dispute', payment_intent: 'pi_forged' }
  expect(await tell(signed(eventOf('charge.dispute.created', dispute, { id: 'evt_forged' })))).toBe(true)
  const kept = kontor.databases.provider.selectFrom('processor_notification').selectAll().where('id', '=', 'evt_forged')
  expect(
    await until(
      () => kept.executeTakeFirst(),
      (row) => row?.worked_at !== null,
    ),
  ).toMatchObject({ result: 'not_ours' })
})

it('A payout is fetched line by line, names the payments it pays out, and is passed when it was ordered by hand', async () => {
  const id = await pay(false)
  await becomes(id, 'AUTHORIZED')
  await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 })
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const [, capture] = fake.books.entries.slice(-2)
  const settlement = await kontor.make.processorSettlement(merchant, {
    ...{ gateway: 'stripe', type: 'API', account: 'acct_1Kontor' },
    credential: { secret_key: secretKey },
  })
  const charged = { reporting_category: 'charge', amount: 5_000, fee: 100, source: 'charge' as const }
  paidOut(stripe, { id: 'po_1', created: 1_764_000_000, moved: [{ ...charged, payment: capture?.payment_id ?? '' }] })
  paidOut(stripe, { id: 'po_2', created: 1_764_000_001, reconciliation_status: 'not_applicable', moved: [] })
  const { provider } = kontor.databases
  const stored = () =>
    provider
      .selectFrom('processor_settlement')
      .select(['fetch_problem', 'passed_batch'])
      .where('id', '=', settlement)
      .executeTakeFirst()
  const files = settlementFilesJob({
    databases: kontor.databases,
    gateways: { masterKey: kontor.database.masterKey, publicUrl: kontor.url, timeout_ms: 5_000 },
    onProblem: (problem) => expect.unreachable(String(problem)),
  })
  await files.run(new Date())
  expect(await stored()).toEqual({ fetch_problem: 'file_not_itemized', passed_batch: '1764000001' })
  const lines = await provider
    .selectFrom('processor_settlement_line')
    .select(['kind', 'transaction_id', 'reference', 'net', 'problem'])
    .where('merchant_id', '=', merchant)
    .orderBy('line')
    .execute()
  expect(lines).toEqual([
    { kind: 'payment', transaction_id: id, reference: capture?.reference, net: 4_900, problem: null },
    { kind: 'payout', transaction_id: null, reference: null, net: -4_900, problem: null },
  ])
  await provider
    .updateTable('processor_settlement')
    .set({ fetch_due_at: new Date(0).toISOString() })
    .where('id', '=', settlement)
    .execute()
  await files.run(new Date())
  expect(await stored()).toEqual({ fetch_problem: null, passed_batch: '1764000001' })
})

it('What Stripe alone has since a moment is booked, once: a payment with its refund, and the capture of one that was held', async () => {
  const held = await pay(false)
  await becomes(held, 'AUTHORIZED')
  const since = new Date()
  const connection: Connection = {
    ...{ addresses: fake.addresses, mode: 'test', credential, timeout_ms: 5_000, onExchange: () => {} },
  }
  const money = { amount: 5_000, currency_code: 'EUR' }
  const [capture, lost, refund] = [1, 2, 3].map(() => newId(new Date()).id) as [string, string, string]
  const { payment_id: of } = entryOf(held)
  await stripeGateway.capture(connection, { ...money, reference: capture, payment_id: of, amount: 3_000 })
  const asked = { payment_product: 'card', card_token: 'pm_card', capture: true, payer_present: true }
  const { payment_id } = await stripeGateway.authorize(connection, {
    ...{ ...money, ...asked, reference: lost, merchant_reference: 'Order 7', payment_profile: profile },
    return_url: 'https://shop.example/back',
  })
  const payment = { amount: 5_000, merchant_reference: 'Order 7' }
  await stripeGateway.refund(connection, { ...money, reference: refund, payment_id, amount: 2_000, payment })

  const gatewaySettings = { masterKey: kontor.database.masterKey, publicUrl: kontor.url, timeout_ms: 5_000 }
  const house = { databases: kontor.databases, gateways: gatewaySettings, clock: systemClock }
  for (const count of [1, 0]) {
    const said = []
    for await (const each of reconcileSince({ ...house, onContradiction: () => expect.unreachable() }, since))
      said.push(each)
    expect(said.find(({ gateway }) => gateway === 'Stripe')).toMatchObject({
      ...{ is: 'done', payments: count, captures: count, refunds: count, voids: 0, unknown: 0, failed: 0 },
    })
  }
  expect((await kontor.get(user, `/v1/transaction/${held}`)).body).toMatchObject({
    ...{ status: 'SETTLEMENT_REQUESTED', captured_amount: 3_000 },
  })
  expect((await kontor.get(user, `/v1/transaction/${lost}`)).body).toMatchObject({
    ...{ status: 'SETTLEMENT_REQUESTED', amount: 5_000, merchant_reference: 'Order 7', payment_profile: profile },
    ...{ refunded_amount: 2_000, card_last_four: '4242' },
  })
  expect((await kontor.get(user, `/v1/refund/${refund}`)).body).toMatchObject({ status: 'PROCESSED', amount: 2_000 })
  expect(fake.books.of(lost)).toHaveLength(1)
})
