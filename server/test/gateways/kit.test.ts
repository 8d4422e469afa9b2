import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encoded } from '../../src/processors/stripe/client.ts'
import { STRIPE_VERSION } from '../../src/processors/stripe/stripe.manifest.ts'
import { adyenCredential, adyenKind } from './adyen.fake.ts'
import { type FakeGateway, type FakeKind, startFake } from './fake-gateway.ts'
import { misfits } from './fits.ts'
import { objectOfForm } from './form-body.ts'
import { canariesIn, legible } from './kept.ts'
import { mollieCredential, mollieKind } from './mollie.fake.ts'
import { secretKey, stripeFake } from './stripe/stripe.fake.ts'

// A request is spoiled in ways that its type does not allow.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Body = Record<string, any>

/** The parts of a request that differ from one that fits. */
interface Spoiled {
  path?: string
  body?: Body
  key?: string
  headers?: Record<string, string>
}

interface Kit {
  label: string
  kind: FakeKind
  address: string
  headers: Record<string, string>
  encoded(body: Body): string
  /** A payment that fits, with a reference of its own. */
  payment: { path: string; body(reference: string): Body; status: 200 | 201 }
  /** An order on the payment that fits as well; `{id}` stands for the payment's id. */
  follow: { path: string; body: Body }
  spoiled: Readonly<Record<string, (payment: Body, follow: Body) => Spoiled>>
}

const euro = { value: 1_000, currency: 'EUR' }
const adyenKit: Kit = {
  ...{ label: 'Adyen', kind: adyenKind, address: 'checkout', encoded: JSON.stringify },
  headers: { 'content-type': 'application/json', 'x-api-key': adyenCredential.api_key },
  payment: {
    path: '/payments',
    status: 200,
    body: (reference) => ({
      ...{ merchantAccount: 'KontorNL', reference, amount: euro },
      ...{ returnUrl: 'https://shop.example/', shopperInteraction: 'Ecommerce', channel: 'Web' },
      paymentMethod: { type: 'scheme', encryptedCardNumber: 'test_x', encryptedExpiryMonth: 'test_03' },
      browserInfo: {
        ...{ userAgent: 'x', acceptHeader: '*/*', language: 'nl', colorDepth: 24, screenHeight: 1, screenWidth: 1 },
        ...{ timeZoneOffset: 0, javaEnabled: false },
      },
    }),
  },
  follow: { path: '/payments/8835/captures', body: { merchantAccount: 'KontorNL', reference: 'R', amount: euro } },
  spoiled: {
    'an amount as a text': (payment) => ({ body: { ...payment, amount: { value: '10.00', currency: 'EUR' } } }),
    'a part of a cent': (payment) => ({ body: { ...payment, amount: { value: 10.5, currency: 'EUR' } } }),
    'an amount without its currency': (payment) => ({ body: { ...payment, amount: { value: 10 } } }),
    'a currency in small letters': (payment) => ({ body: { ...payment, amount: { value: 10, currency: 'eur' } } }),
    'an amount below zero': (payment) => ({ body: { ...payment, amount: { value: -5, currency: 'EUR' } } }),
    "Kontor's own word for a card": (payment) => ({ body: { ...payment, paymentMethod: { type: 'card' } } }),
    'no address to return to': ({ returnUrl: _, ...body }) => ({ body }),
    'a field that does not exist': (payment) => ({ body: { ...payment, idempotencyKey: 'x' } }),
    'a misspelt choice': (payment) => ({ body: { ...payment, shopperInteraction: 'ContAuthorisation' } }),
    'a truth as no text': (payment) => ({ body: { ...payment, additionalData: { manualCapture: true } } }),
    'half a browser': (payment) => ({ body: { ...payment, browserInfo: { userAgent: 'x' } } }),
    'a card in the clear': (payment) => ({
      body: { ...payment, paymentMethod: { type: 'scheme', number: '4111111111111111', cvc: '737' } },
    }),
    'a card number in another field': (payment) => ({ body: { ...payment, shopperEmail: 'card 5555555555554444' } }),
    'a card that is stored for nobody': (payment) => ({ body: { ...payment, storePaymentMethod: true } }),
    'too long a reference': (payment) => ({ body: { ...payment, reference: 'r'.repeat(90) } }),
    'too long a statement': (payment) => ({ body: { ...payment, shopperStatement: 'x'.repeat(40) } }),
    'too long a key': (body) => ({ body, key: 'k'.repeat(80) }),
    'no key': (body) => ({ body, key: '' }),
    'a capture without its amount': (_, { amount: __, ...body }) => ({ path: '/payments/8835/captures', body }),
    'a void with an amount': (_, body) => ({ path: '/payments/8835/cancels', body }),
    'a path of another version': (_, body) => ({ path: '/capture', body }),
    'another name for a reference': (_, { amount: __, ...body }) => ({
      ...{ path: '/cancels', body: { ...body, originalMerchantReference: 'x' } },
    }),
    'what a payer brought in the wrong place': () => ({ path: '/payments/details', body: { redirectResult: 'x' } }),
    'an unknown name in the address': (body) => ({ path: '/payments?dry=1', body }),
  },
}

const stripeKit: Kit = {
  ...{ label: 'Stripe', kind: stripeFake().kind, address: 'api', encoded },
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Bearer ${secretKey}`,
    'stripe-version': STRIPE_VERSION,
  },
  payment: {
    path: '/v1/payment_intents',
    status: 200,
    body: (kontor) => ({
      ...{ amount: 1_000, currency: 'eur', confirm: true, capture_method: 'manual', payment_method: 'pm_card' },
      ...{ allowed_payment_method_types: ['card'], return_url: 'https://shop.example/', metadata: { kontor } },
    }),
  },
  follow: {
    path: '/v1/payment_intents/{id}/capture',
    body: { amount_to_capture: 1_000, metadata: { kontor_capture: 'R' } },
  },
  spoiled: {
    'a part of a cent': (payment) => ({ body: { ...payment, amount: '10.5' } }),
    'no currency': ({ currency: _, ...body }) => ({ body }),
    'a currency in capitals': (payment) => ({ body: { ...payment, currency: 'EUR' } }),
    'an amount below zero': (payment) => ({ body: { ...payment, amount: -5 } }),
    'nothing to pay': (payment) => ({ body: { ...payment, amount: 0 } }),
    'an amount that its currency does not have': (payment) => ({
      body: { ...payment, amount: 1_050, currency: 'isk' },
    }),
    'the name of its products of before': ({ allowed_payment_method_types: _, ...payment }) => ({
      body: { ...payment, payment_method_types: ['card'] },
    }),
    'no list of its products': ({ allowed_payment_method_types: _, ...body }) => ({ body }),
    'no address to return to': ({ return_url: _, ...body }) => ({ body }),
    'nothing to pay by': ({ payment_method: _, ...body }) => ({ body }),
    'a field that does not exist': (payment) => ({ body: { ...payment, reference: 'x' } }),
    'a misspelt choice': (payment) => ({ body: { ...payment, capture_method: 'later' } }),
    'a truth that is none': (payment) => ({ body: { ...payment, confirm: 'maybe' } }),
    'a card in the clear': ({ payment_method: _, ...payment }) => ({
      body: { ...payment, payment_method_data: { type: 'card', card: { number: '4111111111111111', cvc: '737' } } },
    }),
    'a card number in another field': (payment) => ({ body: { ...payment, description: 'card 5555555555554444' } }),
    'a method that is kept for nobody': (payment) => ({ body: { ...payment, setup_future_usage: 'off_session' } }),
    'a payer who is away and has stored nothing': (payment) => ({ body: { ...payment, off_session: 'recurring' } }),
    'a statement that cards do not have': (payment) => ({ body: { ...payment, statement_descriptor: 'Shop' } }),
    'an account without its holder': ({ payment_method: _, ...payment }) => ({
      body: {
        ...{ ...payment, capture_method: 'automatic', allowed_payment_method_types: ['bancontact'] },
        payment_method_data: { type: 'bancontact' },
      },
    }),
    'too long a key': (body) => ({ body, key: 'k'.repeat(300) }),
    'no key': (body) => ({ body, key: '' }),
    'another version': (body) => ({ body, headers: { 'stripe-version': '2024-06-20' } }),
    'a capture in words of a refund': (_, body) => ({
      ...{ path: '/v1/payment_intents/pi_1/capture', body: { ...body, amount: 500 } },
    }),
    'a refund of no number': () => ({ path: '/v1/refunds', body: { payment_intent: 'pi_1', amount: 'all' } }),
    'a path of another version': (body) => ({ path: '/v2/payment_intents', body }),
    'an unknown name in the address': (body) => ({ path: '/v1/payment_intents?dry=1', body }),
  },
}

const tenEuros = { currency: 'EUR', value: '10.00' }
const mollieKit: Kit = {
  ...{ label: 'Mollie', kind: mollieKind, address: 'api', encoded: JSON.stringify },
  headers: { 'content-type': 'application/json', authorization: `Bearer ${mollieCredential.api_key}` },
  payment: {
    path: '/payments',
    status: 201,
    body: (kontor) => ({
      ...{ amount: tenEuros, description: 'Order 1', method: 'creditcard', captureMode: 'manual' },
      ...{ redirectUrl: 'https://shop.example/', cardToken: 'tkn_1', sequenceType: 'oneoff', metadata: { kontor } },
    }),
  },
  follow: { path: '/payments/{id}/captures', body: { amount: tenEuros, description: 'Order 1' } },
  spoiled: {
    'an amount as a number': (payment) => ({ body: { ...payment, amount: { currency: 'EUR', value: 10 } } }),
    'an amount in cents': (payment) => ({ body: { ...payment, amount: { currency: 'EUR', value: '1000' } } }),
    'decimals that a yen does not have': (payment) => ({
      body: { ...payment, amount: { currency: 'JPY', value: '10.00' } },
    }),
    'an amount below zero': (payment) => ({ body: { ...payment, amount: { currency: 'EUR', value: '-5.00' } } }),
    'an amount without its currency': (payment) => ({ body: { ...payment, amount: { value: '10.00' } } }),
    'a currency in small letters': (payment) => ({ body: { ...payment, amount: { currency: 'eur', value: '10.00' } } }),
    "Kontor's own word for a card": (payment) => ({ body: { ...payment, method: 'card', captureMode: 'automatic' } }),
    'a method that is not for its currency': ({ cardToken: _, captureMode: __, ...payment }) => ({
      body: { ...payment, method: 'ideal', amount: { currency: 'USD', value: '10.00' } },
    }),
    'a method that cannot be captured later': ({ cardToken: _, ...payment }) => ({
      body: { ...payment, method: 'ideal' },
    }),
    'no address to return to': ({ redirectUrl: _, ...body }) => ({ body }),
    'a webhook that cannot be reached': (payment) => ({ body: { ...payment, webhookUrl: 'http://shop.example/' } }),
    'a field that does not exist': (payment) => ({ body: { ...payment, reference: 'x' } }),
    'a misspelt choice': (payment) => ({ body: { ...payment, sequenceType: 'one_off' } }),
    'a charge without its mandate': ({ redirectUrl: _, cardToken: __, ...payment }) => ({
      body: { ...payment, sequenceType: 'recurring', customerId: 'cst_1' },
    }),
    'a mandate of nobody': ({ redirectUrl: _, cardToken: __, ...payment }) => ({
      body: { ...payment, sequenceType: 'recurring', mandateId: 'mdt_1' },
    }),
    'a mandate that is made for nobody': (payment) => ({ body: { ...payment, sequenceType: 'first' } }),
    'a card in the clear': (payment) => ({ body: { ...payment, cardNumber: '4111111111111111' } }),
    'a card number in another field': (payment) => ({ body: { ...payment, description: 'card 5555555555554444' } }),
    'too long a description': (payment) => ({ body: { ...payment, description: 'x'.repeat(300) } }),
    'too long a key': (body) => ({ body, key: 'k'.repeat(80) }),
    'no key': (body) => ({ body, key: '' }),
    'no word that it is JSON': (body) => ({ body, headers: { 'content-type': 'text/plain' } }),
    'a capture in words of a release': (_, body) => ({
      ...{ path: '/payments/tr_1/captures', body: { ...body, release: true } },
    }),
    'a refund without its amount': () => ({ path: '/payments/tr_1/refunds', body: { description: 'R' } }),
    'a path of another version': (body) => ({ path: '/v1/payments', body }),
    'an unknown name in the address': (body) => ({ path: '/payments?dry=1', body }),
  },
}

describe.each([adyenKit, stripeKit, mollieKit])('a fake of $label, with $kind.document.from', (kit) => {
  const { kind, payment, follow } = kit
  let fake: FakeGateway
  beforeAll(async () => {
    fake = await startFake(kind)
  }, 120_000)
  afterAll(() => fake.stop())

  async function send({ path = payment.path, body = {}, key = randomUUID(), headers = {} }: Spoiled, to = fake) {
    const response = await fetch(`${to.addresses[kit.address]}${path}`, {
      ...{ method: 'POST', headers: { ...kit.headers, ...(key && { 'idempotency-key': key }), ...headers } },
      body: kit.encoded(body),
    })
    await response.text()
    return response.status
  }

  it('takes what fits', async () => {
    const reference = randomUUID()
    expect(await send({ body: payment.body(reference) })).toBe(payment.status)
    const id = fake.books.of(reference)[0]?.id ?? ''
    expect([200, 201]).toContain(await send({ ...follow, path: follow.path.replace('{id}', id) }))
    expect(fake.takeFaults()).toEqual([])
  })

  it.each(Object.entries(kit.spoiled))('refuses %s', async (_, spoil) => {
    const before = fake.books.entries.length
    expect(await send(spoil(payment.body(randomUUID()), follow.body))).toBe(400)
    expect(fake.takeFaults().length).toBeGreaterThan(0)
    expect(fake.books.entries).toHaveLength(before)
  })

  it('refuses another body under the same key, and does nothing twice', async () => {
    const [key, reference] = [randomUUID(), randomUUID()]
    const body = payment.body(reference)
    await send({ body, key })
    expect(await send({ body, key })).toBe(payment.status)
    expect(fake.takeFaults()).toEqual([])
    expect(fake.books.of(reference)).toHaveLength(1)
    await send({ body: payment.body(randomUUID()), key })
    expect(fake.takeFaults()).toEqual([expect.stringContaining('another body')])
  })

  it('fails for an answer of its own that does not fit', async () => {
    const liar = await startFake({ ...kind, answer: () => ({ status: payment.status, body: [] }) })
    await send({ body: payment.body(randomUUID()) }, liar)
    expect(() => liar.check()).toThrow(`the answer ${payment.status}`)
    await liar.stop()
  })
})

describe('the body of a form', () => {
  it('is an object again', () => {
    expect(objectOfForm('amount=100&metadata[kontor]=r%201&items[0][id]=a&items[1][id]=b&list[]=x&list[]=y')).toEqual({
      ...{ amount: '100', metadata: { kontor: 'r 1' }, items: [{ id: 'a' }, { id: 'b' }], list: ['x', 'y'] },
    })
  })

  it('has numbers and truths where its schema wants them', () => {
    const schema = { type: 'object', properties: { amount: { type: 'integer' }, confirm: { type: 'boolean' } } }
    expect(misfits(schema, { amount: '100', confirm: 'true' }, 'form')).toEqual([])
    expect(misfits(schema, { amount: '10.5', confirm: 'maybe' }, 'form')).toHaveLength(2)
    expect(misfits(schema, { amount: '100' }, 'json')).toHaveLength(1)
  })
})

it('What a dump has as bytes is searched too, beside bytes that say nothing', () => {
  const row = `(1,${JSON.stringify(`\\x${Buffer.from('a CANARY for café').toString('hex')}`)},"\\\\xfffe")`
  expect(canariesIn({ dumped: legible(row) }, ['CANARY', 'café', '(1,'])).toHaveLength(3)
})
