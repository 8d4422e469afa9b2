import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adyenDocument } from './adyen.document.ts'
import { adyenCredential, adyenKind } from './adyen.fake.ts'
import { type FakeGateway, startFake } from './fake-gateway.ts'
import { misfits } from './fits.ts'
import { objectOfForm } from './form-body.ts'

let fake: FakeGateway
beforeAll(async () => {
  fake = await startFake(adyenKind)
})
afterAll(() => fake.stop())

// A request is spoiled in ways that its type does not allow.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Body = Record<string, any>

const payment = (): Body => ({
  ...{ merchantAccount: 'KontorNL', reference: randomUUID(), amount: { value: 1_000, currency: 'EUR' } },
  ...{ returnUrl: 'https://shop.example/', shopperInteraction: 'Ecommerce', channel: 'Web' },
  paymentMethod: { type: 'scheme', encryptedCardNumber: 'test_x', encryptedExpiryMonth: 'test_03' },
  browserInfo: {
    ...{ userAgent: 'x', acceptHeader: '*/*', language: 'nl', colorDepth: 24, screenHeight: 1, screenWidth: 1 },
    ...{ timeZoneOffset: 0, javaEnabled: false },
  },
})
const follow = (): Body => ({ merchantAccount: 'KontorNL', reference: randomUUID() })
const euro = { value: 1_000, currency: 'EUR' }

async function send(path: string, body: Body, key: string | undefined = randomUUID()) {
  const headers = { 'content-type': 'application/json', 'x-api-key': adyenCredential.api_key }
  const response = await fetch(`${fake.addresses['checkout']}${path}`, {
    ...{ method: 'POST', headers: { ...headers, ...(key && { 'idempotency-key': key }) }, body: JSON.stringify(body) },
  })
  await response.text()
  return response.status
}

describe(`a fake gateway, with ${adyenDocument.from}`, () => {
  it('takes what fits', async () => {
    expect(await send('/payments', payment())).toBe(200)
    expect(await send('/payments/8835/captures', { ...follow(), amount: euro })).toBe(201)
    expect(fake.takeFaults()).toEqual([])
  })

  const spoiled: [string, string, () => Body, string?][] = [
    ['an amount as a text', '/payments', () => ({ ...payment(), amount: { value: '10.00', currency: 'EUR' } })],
    ['a part of a cent', '/payments', () => ({ ...payment(), amount: { value: 10.5, currency: 'EUR' } })],
    ['an amount without its currency', '/payments', () => ({ ...payment(), amount: { value: 10 } })],
    ['a currency in small letters', '/payments', () => ({ ...payment(), amount: { value: 10, currency: 'eur' } })],
    ['an amount below zero', '/payments', () => ({ ...payment(), amount: { value: -5, currency: 'EUR' } })],
    ["Kontor's own word for a card", '/payments', () => ({ ...payment(), paymentMethod: { type: 'card' } })],
    ['no address to return to', '/payments', () => (({ returnUrl: _, ...rest }) => rest)(payment())],
    ['a field that does not exist', '/payments', () => ({ ...payment(), idempotencyKey: 'x' })],
    ['a misspelt choice', '/payments', () => ({ ...payment(), shopperInteraction: 'ContAuthorisation' })],
    ['a truth as no text', '/payments', () => ({ ...payment(), additionalData: { manualCapture: true } })],
    ['half a browser', '/payments', () => ({ ...payment(), browserInfo: { userAgent: 'x' } })],
    [
      'a card in the clear',
      '/payments',
      () => ({ ...payment(), paymentMethod: { type: 'scheme', number: '4111111111111111', cvc: '737' } }),
    ],
    ['a card number in another field', '/payments', () => ({ ...payment(), shopperEmail: 'card 5555555555554444' })],
    ['a card that is stored for nobody', '/payments', () => ({ ...payment(), storePaymentMethod: true })],
    ['too long a reference', '/payments', () => ({ ...payment(), reference: 'r'.repeat(90) })],
    ['too long a statement', '/payments', () => ({ ...payment(), shopperStatement: 'x'.repeat(40) })],
    ['too long a key', '/payments', payment, 'k'.repeat(80)],
    ['no key', '/payments', payment, ''],
    ['a capture without its amount', '/payments/8835/captures', follow],
    ['a void with an amount', '/payments/8835/cancels', () => ({ ...follow(), amount: euro })],
    ['a path of another version', '/capture', follow],
    ['another name for a reference', '/cancels', () => ({ ...follow(), originalMerchantReference: 'x' })],
    ['what a payer brought in the wrong place', '/payments/details', () => ({ redirectResult: 'x' })],
    ['an unknown name in the address', '/payments?dry=1', payment],
  ]
  it.each(spoiled)('refuses %s', async (_, path, body, key) => {
    expect(await send(path, body(), key)).toBe(400)
    expect(fake.takeFaults().length).toBeGreaterThan(0)
  })

  it('refuses another body under the same key, and does nothing twice', async () => {
    const [key, body] = [randomUUID(), payment()]
    await send('/payments', body, key)
    expect(await send('/payments', body, key)).toBe(200)
    expect(fake.takeFaults()).toEqual([])
    expect(fake.books.of(body['reference'])).toHaveLength(1)
    await send('/payments', { ...body, channel: 'iOS' }, key)
    expect(fake.takeFaults()).toEqual([expect.stringContaining('another body')])
  })

  it('fails for an answer of its own that does not fit', async () => {
    const liar = await startFake({ ...adyenKind, answer: () => ({ status: 201, body: { status: 'done' } }) })
    await fetch(`${liar.addresses['checkout']}/payments/1/captures`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-api-key': adyenCredential.api_key, 'idempotency-key': 'k' },
      },
      body: JSON.stringify({ ...follow(), amount: euro }),
    })
    expect(() => liar.check()).toThrow('the answer 201')
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
