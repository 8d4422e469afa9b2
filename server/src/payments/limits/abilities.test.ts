import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import type { Gateway } from '../../processors/gateway.ts'
import { gateways } from '../../processors/gateways.ts'
import { sandboxManifest } from '../../processors/sandbox/sandbox.manifest.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'

const able = sandboxManifest.products.klarna
if (!able) throw new Error('the sandbox has Klarna')

/** The sandbox, at a gateway whose products can do less. */
const careful: Gateway = {
  ...sandboxGateway,
  manifest: {
    ...sandboxManifest,
    name: 'careful',
    products: {
      card: { ...able, via: 'card_fields', keeps: ['card'], capture: 'with_authorization', refunds: 'none' },
      klarna: { ...able, capture: 'with_authorization', refund_days: 30 },
      paypal: { ...able, captures: 'one_full', refunds: 'full' },
    },
  },
}

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  gateways.push(careful)
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  await kontor.connect(shop.merchant)
  await sql`select ensure_partitions(current_date - 370, current_date)`.execute(kontor.databases.provider)
})
afterAll(async () => {
  gateways.splice(gateways.indexOf(careful), 1)
  await kontor.stop()
})

const at = (gateway: string, payment_product: string) => {
  const away = gateway === 'sandbox' || gateway === 'careful' ? {} : { url: null }
  return kontor.make.processor(shop.merchant, { gateway, payment_product, ...away })
}
const shopOf = (...processors: string[]) => kontor.make.profile(shop.merchant, { processors })
const pay = (payment_profile: string, payment_product: string, more: object = {}) =>
  kontor.post(owner, '/v1/transaction', {
    ...{ payment_profile, amount: 5_000, payment_product, merchant_reference: randomUUID(), capture: false },
    ...more,
  })
const made = (payment_profile: string) =>
  kontor.databases.provider
    .selectFrom('transaction')
    .select('id')
    .where('payment_profile_id', '=', payment_profile)
    .execute()

describe('a payment that is to be held (capture: false)', () => {
  it.each([
    ...['ideal', 'bancontact', 'eps', 'blik', 'sepa_debit'].map((product) => ['sandbox', product]),
    ...['ideal', 'bancontact', 'sepa_debit', 'blik'].map((product) => ['adyen', product]),
    ...['ideal', 'bancontact', 'eps', 'blik', 'sepa_debit', 'paypal'].map((product) => ['mollie', product]),
    ...['ideal', 'bancontact', 'eps', 'blik', 'sepa_debit'].map((product) => ['stripe', product]),
  ] as [string, string][])(
    'at %s by %s is refused before anything is written: it is taken at once',
    async (...at_by) => {
      const [gateway, product] = at_by
      const currency_code = product === 'blik' ? 'PLN' : 'EUR'
      const processors = [await at(gateway, product)]
      const profile = await kontor.make.profile(shop.merchant, { processors, currency_code })
      const { status, body } = await pay(profile, product)
      expect([status, body.code]).toEqual([409, 'later_capture_not_possible'])
      expect(body.details).toEqual({ 'body.capture': 'not_possible' })
      expect(await made(profile)).toEqual([])
    },
  )

  it('goes to the processor of the shop that can hold it, and one that is taken at once to the preferred one', async () => {
    const [first, second] = [await at('careful', 'klarna'), await at('sandbox', 'klarna')]
    const profile = await shopOf(first, second)
    expect((await pay(profile, 'klarna')).body).toMatchObject({ status: 'AUTHORIZED', processor: second })
    expect((await pay(profile, 'klarna', { capture: true })).body).toMatchObject({ processor: first })
    expect((await pay(profile, 'klarna', { capture: undefined })).body).toMatchObject({ processor: first })
  })

  it('has no second processor that could not hold it', async () => {
    const [first, second] = [await at('sandbox', 'klarna'), await at('careful', 'klarna')]
    const profile = await kontor.make.profile(shop.merchant, { processors: [first, second], failover: true })
    const nextOf = async (capture: boolean) => {
      const { body } = await pay(profile, 'klarna', { capture })
      const orders = kontor.databases.provider.selectFrom('outbox').select('payload').where('id', '=', body.id)
      return (await orders.executeTakeFirstOrThrow()).payload
    }
    expect(await nextOf(true)).toMatchObject({ next: second })
    expect(await nextOf(false)).not.toHaveProperty('next')
  })

  it('by a card is refused where its keeper cannot hold it, and charged there when it is taken at once', async () => {
    const [keeper, other] = [await at('careful', 'card'), await at('sandbox', 'card')]
    const profile = await shopOf(other, keeper)
    const customer = await kontor.make.customer(shop.merchant)
    const kept = { customer, card: await kontor.make.card({ ...shop, processor: keeper }, customer) }
    expect((await pay(profile, 'card', kept)).body.code).toBe('later_capture_not_possible')
    expect((await pay(profile, 'card', { ...kept, capture: true })).body).toMatchObject({ processor: keeper })
  })
})

describe('what does not say when it is captured is taken at once, as before', () => {
  it('a payment link by iDEAL, and a link that checks a card at a gateway that holds no money', async () => {
    const profile = await shopOf(await at('sandbox', 'ideal'), await at('careful', 'card'))
    const payAt = (url: string, order: object) =>
      kontor.post('', `/v1/pay/${url.split('/pay/')[1]}/payments`, { attempt: randomUUID(), ...order })
    const of = { payment_profile: profile, merchant_reference: 'Box' }
    const link = (await kontor.post(owner, '/v1/paymentlink', { ...of, amount: 2_500 })).body
    const paid = await payAt(link.url, { payment_product: 'ideal' })
    expect([paid.status, paid.body.payment.redirect_url]).toEqual([200, expect.any(String)])
    const customer = await kontor.make.customer(shop.merchant)
    const check = (await kontor.post(owner, '/v1/cardaddlink', { ...of, customer })).body
    const stored = await payAt(check.url, { payment_product: 'card', card_token: 'test_visa' })
    expect(stored.body).toMatchObject({ state: 'done' })
  })

  it('a scheduled payment by a card of a gateway that holds no money', async () => {
    const processor = await at('careful', 'card')
    const payment_profile = await shopOf(processor)
    const customer = await kontor.make.customer(shop.merchant)
    const card = await kontor.make.card({ ...shop, processor }, customer)
    const planned = { payment_profile, customer, card, amount: 2_500, merchant_reference: 'Box 1' }
    const due_at = new Date(Date.now() + 86_400_000).toISOString()
    const { body } = await kontor.post(owner, '/v1/scheduledtransaction', { ...planned, due_at })
    const run = await kontor.post(owner, `/v1/scheduledtransaction/${body.id}/run`)
    expect([run.status, run.body.code]).toEqual([200, undefined])
  })
})

const stored = async (gateway: string, payment_product: string, more: object = {}) => {
  const processor = await at(gateway, payment_product)
  return (await kontor.make.transaction({ ...shop, processor }, { payment_product, amount: 5_000, ...more })).id
}

it('A part of what is held is not captured where the gateway captures the whole alone, and the whole is', async () => {
  const id = await stored('careful', 'paypal', { status: 'AUTHORIZED' })
  const part = await kontor.post(owner, `/v1/transaction/${id}/capture`, { amount: 4_999 })
  expect([part.status, part.body.code]).toEqual([409, 'partial_capture_not_allowed'])
  expect((await kontor.post(owner, `/v1/transaction/${id}/capture`, { amount: 5_000 })).status).toBe(200)
  const other = await stored('sandbox', 'paypal', { status: 'AUTHORIZED' })
  expect((await kontor.post(owner, `/v1/transaction/${other}/capture`, { amount: 4_999 })).status).toBe(200)
})

describe('a refund that its gateway does not make is refused before anything is written', () => {
  const refund = async (id: string, amount: number, who = owner) => {
    const { status, body } = await kontor.post(who, `/v1/transaction/${id}/refund`, { amount })
    return [status, body.code]
  }

  it('of a product that is never paid back, also by the provider', async () => {
    const id = await stored('careful', 'card')
    for (const who of [owner, staff]) expect(await refund(id, 100, who)).toEqual([409, 'refund_not_possible'])
    expect((await kontor.get(owner, `/v1/transaction/${id}`)).body).toMatchObject({ refunded_amount: 0, reversals: [] })
  })

  it('of a part, where only the whole is paid back', async () => {
    const id = await stored('careful', 'paypal')
    expect(await refund(id, 4_999)).toEqual([409, 'partial_refund_not_possible'])
    expect((await refund(id, 5_000))[0]).toBe(201)
  })
})

it('a refund after the days of a manifest is sent: they are what is known of the gateway, and it may pay back later', async () => {
  const created_at = new Date(Date.now() - 30.01 * 86_400_000)
  const id = await stored('careful', 'klarna', { created_at })
  expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })).status).toBe(201)
})

it('the sandbox holds the money of those products alone of which its manifest says so', async () => {
  const { products } = sandboxManifest
  const taken = await Promise.all(
    Object.keys(products).map(async (payment_product) => {
      const response = await fetch(`${kontor.sandboxUrl}/v1/payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential.api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ reference: randomUUID(), amount: 900, currency_code: 'EUR', payment_product, capture: false },
          ...{ merchant_reference: 'Order 9', ...(payment_product === 'card' && { card_token: 'test_visa' }) },
        }),
      })
      const { code, status } = (await response.json()) as { code?: string; status?: string }
      return [payment_product, code ?? status]
    }),
  )
  const said = Object.entries(products).map(([product, { capture }]) => [
    product,
    capture === 'with_authorization' ? 'capture_only_at_once' : 'AUTHORIZED',
  ])
  expect(taken).toEqual(said)
})
