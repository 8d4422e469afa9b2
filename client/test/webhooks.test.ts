import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../server/test/harness.ts'
import type { MadeMerchant } from '../../server/test/make.ts'
import { type Heard, openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { type Client, createClient, verifyWebhook, WebhookError, type WebhookToVerify } from '../src/index.ts'

let app: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string
let kontor: Client
/** What Kontor delivered: a webhook of a payment. */
let told: Heard
let secret: string
let publicKey: string

beforeAll(async () => {
  app = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [40], timeout_ms: 500 } })
  receiver = await openReceiver()
  shop = await app.make.merchant()
  owner = await app.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  kontor = createClient({ key: await app.make.apiKey(shop.merchant), url: app.url })
  await app.connect(shop.merchant)
  await kontor.paymentProfiles.update(shop.profile, { webhook_transaction_update: receiver.url() })
  ;[secret = ''] = await secrets()
  publicKey = (await app.get(owner, '/v1/apisetting')).body.webhook_public_key
  told = await toldOf('Order 1')
})
afterAll(async () => {
  receiver.close()
  await app.stop()
})

/** The living secrets, the newest first. */
const secrets = async (): Promise<string[]> =>
  (await app.post(owner, '/v1/apisetting/webhooksecret/reveal')).body.map((each: { secret: string }) => each.secret)

/** The first webhook of a new payment. */
async function toldOf(merchant_reference: string): Promise<Heard> {
  await kontor.transactions.create({
    ...({ payment_profile: shop.profile, amount: 2_500, payment_product: 'card' } as const),
    ...{ merchant_reference, card_token: 'test_visa' },
  })
  const heard = await until(
    async () => receiver.heard.find(({ body }) => body.includes(`"${merchant_reference}"`)),
    (seen) => seen !== undefined,
  )
  return heard as Heard
}

const verified = (more: Partial<WebhookToVerify> = {}) =>
  verifyWebhook({ body: told.body, headers: told.headers, secret, ...more })
const refusal = (more: Partial<WebhookToVerify> = {}) =>
  verified(more).then(
    () => 'none',
    (error) => (error instanceof WebhookError ? error.code : error),
  )
const withHeader = (name: string, value: string) => ({ headers: { ...told.headers, [name]: value } })

describe('a webhook that Kontor delivered', () => {
  it('is its event, with the id that each attempt to deliver it has', async () => {
    const event = await verified()
    expect(event).toMatchObject({ type: 'transaction.updated', webhookId: told.id })
    // The type tells which data these are.
    if (event.type !== 'transaction.updated') throw new Error('another type')
    expect([event.data.merchant_reference, event.data.amount]).toEqual(['Order 1', 2_500])
    const body = new TextEncoder().encode(told.body)
    expect(await verified({ body, headers: new Headers(told.headers) })).toEqual(event)
  })

  it('is verified by the public key of the merchant too', async () => {
    expect(await verified({ secret: publicKey })).toMatchObject({ webhookId: told.id })
    expect(await refusal({ secret: publicKey, body: `${told.body} ` })).toBe('no_signature_matches')
  })

  it('is verified with the old secret, the new one, or both, while one replaces the other', async () => {
    await app.post(owner, '/v1/apisetting/webhooksecret/rotate', { overlap_hours: 24 })
    const [current = ''] = await secrets()
    expect(current).not.toBe(secret)
    const { headers, body } = await toldOf('Order 2')
    for (const each of [secret, current, [secret, current], [current, secret]])
      expect(await verifyWebhook({ headers, body, secret: each })).toMatchObject({ data: { amount: 2_500 } })
    expect(await refusal({ secret: current })).toBe('no_signature_matches')
  })
})

describe('a webhook is refused', () => {
  it.each([
    ['with another amount', () => ({ body: told.body.replace('2500', '2501') })],
    ['written anew', () => ({ body: JSON.stringify(JSON.parse(told.body), null, 1) })],
    ['under another id', () => withHeader('webhook-id', 'another')],
    [
      'under another time',
      () => withHeader('webhook-timestamp', String(Number(told.headers['webhook-timestamp']) + 1)),
    ],
    ['with a signature that lacks its last bytes', () => withHeader('webhook-signature', `v1,${'AAAA'.repeat(10)}`)],
    ['with words in the place of a signature', () => withHeader('webhook-signature', 'v1 v1, v1,%% v2,AAAA')],
    [
      'signed by the secret of somebody else',
      () => ({ secret: `whsec_${btoa('another secret, which is long enough')}` }),
    ],
    [
      'with a right signature of a version that nobody knows',
      () => withHeader('webhook-signature', String(told.headers['webhook-signature']).replaceAll('v1', 'v2')),
    ],
  ])('%s', async (_, change) => {
    expect(await refusal(change())).toBe('no_signature_matches')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    expect(await refusal(withHeader(name, ''))).toBe('header_missing')
    expect(await refusal({ headers: { ...told.headers, [name]: undefined } })).toBe('header_missing')
  })

  it('recorded and sent again after five minutes, and one from the future', async () => {
    const { timestamp } = { timestamp: Number(told.headers['webhook-timestamp']) }
    const now = Date.now
    try {
      for (const [moved_s, outcome] of [
        [299, 'none'],
        [302, 'too_old'],
        [-302, 'too_new'],
      ] as const) {
        Date.now = () => (timestamp + moved_s) * 1_000
        expect(await refusal()).toBe(outcome)
      }
      Date.now = () => (timestamp + 302) * 1_000
      expect(await refusal({ toleranceSeconds: 600 })).toBe('none')
    } finally {
      Date.now = now
    }
    expect(await refusal(withHeader('webhook-timestamp', 'NaN'))).toBe('header_missing')
  })

  it('never by mistake of its program: without a secret, or of a body that was parsed, nothing is verified', async () => {
    for (const wrong of [[], '', 'whsec_', 'no secret', 'whsec_AAAA', [secret, '']])
      expect(await refusal({ secret: wrong })).toBeInstanceOf(TypeError)
    expect(await refusal({ body: JSON.parse(told.body) })).toBeInstanceOf(TypeError)
  })
})
