import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { eventOf, signed, stripeEvents, webhookSecret } from '../../../test/gateways/stripe/stripe.events.ts'
import { secretKey, stripeFake } from '../../../test/gateways/stripe/stripe.fake.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { RawNotification } from '../gateway.ts'
import { gateways } from '../gateways.ts'
import { stripeGateway } from './stripe-gateway.ts'

const stripe = stripeFake()
let kontor: TestApp
let fake: FakeGateway
let merchant: string
let user: string
let profile: string
let address: string

beforeAll(async () => {
  fake = await startFake(stripe.kind)
  const manifest = { ...stripeGateway.manifest, addresses: { test: fake.addresses } }
  gateways.splice(gateways.indexOf(stripeGateway), 1, { ...stripeGateway, manifest })
  kontor = await startTestApp({ gatewayTimeout_ms: 5_000 })
  const shop = await kontor.make.merchant()
  merchant = shop.merchant
  user = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  const credential = { secret_key: secretKey, publishable_key: 'pk_test_51Kontor', webhook_secret: webhookSecret }
  const processor = await kontor.make.processor(merchant, { credential })
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const { rows } = await owner.query(
    `update processor set gateway = 'stripe', url = null where id = $1 returning notification_key`,
    [processor],
  )
  await owner.end()
  address = `${kontor.url}/v1/processornotification/${processor}/${rows[0]?.notification_key}`
  profile = await kontor.make.profile(merchant, { processors: [processor] })
}, 120_000)
afterAll(async () => {
  gateways.splice(-1, 1, stripeGateway)
  await kontor.stop()
  await fake.stop()
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, merchant)).toEqual([])
  expect(await wrongSteps(provider, merchant)).toEqual([])
  expect(await wrongAttempts(provider, merchant)).toEqual([])
  fake.check()
})

async function pay(capture: boolean): Promise<string> {
  const order = {
    payment_profile: profile,
    amount: 5_000,
    payment_product: 'card',
    card_token: 'pm_card',
    return_url: 'https://shop.example/back',
    capture,
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

it('A payment whose reply is lost is found, and not sent again', async () => {
  fake.play('lost_after')
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(fake.books.of(id)).toHaveLength(1)
  expect(postsOf(id)).toHaveLength(1)
})

it('A payment after a 500 is asked for, and not repeated, because its key would only repeat the 500', async () => {
  fake.play('broken')
  const asked = fake.received.length
  const id = await pay(true)
  await until(
    async () => fake.received.slice(asked).filter(({ path }) => path.includes('/search')).length,
    (searches) => searches >= 1,
  )
  expect(postsOf(id)).toHaveLength(1)
  expect(fake.books.of(id)).toEqual([])
})

it('A refund that came back after its success is failed', async () => {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  const { body } = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 2_000 })
  await becomes(body.id, 'PROCESSED', 'refund')
  const entry = fake.books.entries.findLast(({ kind }) => kind === 'refund') ?? expect.unreachable()
  expect(await tell(stripeEvents.of(entry, 'undone'))).toBe(true)
  await becomes(body.id, 'FAILED', 'refund')
})

it('An authorization that Stripe cancels is voided', async () => {
  const id = await pay(false)
  await becomes(id, 'AUTHORIZED')
  const payment = entryOf(id).more?.['payment'] as object
  const canceled = { ...payment, status: 'canceled', cancellation_reason: 'automatic' }
  expect(await tell(signed(eventOf('payment_intent.canceled', canceled, { id: `evt_${id}` })))).toBe(true)
  await becomes(id, 'AUTHORIZATION_VOIDED')
})

it('A debit that comes back after its success is undone', async () => {
  const id = await pay(true)
  await becomes(id, 'SETTLEMENT_REQUESTED')
  expect(await tell(stripeEvents.of(entryOf(id), 'undone'))).toBe(true)
  await becomes(id, 'FAILED')
})
