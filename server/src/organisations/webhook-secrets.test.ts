import { createPublicKey, verify } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let listener: http.Server
let url: string
const heard: { headers: Record<string, string>; body: string }[] = []

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30], timeout_ms: 1_000 } })
  listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() })
    reply.writeHead(200).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  listener.close()
  await kontor.stop()
})

const base = '/v1/apisetting/webhooksecret'
async function newShop() {
  const shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  return { shop, owner: await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] }) }
}
const revealed = async (who: string): Promise<string[]> =>
  (await kontor.post(who, `${base}/reveal`)).body.map(({ secret }: { secret: string }) => secret)
const rotate = (who: string, overlap_hours: number, headers = {}) =>
  kontor.post(who, `${base}/rotate`, { overlap_hours }, headers)

/** Ends a link of the shop by hand. The link has an address for webhooks and sends one. */
async function endedLink(owner: string, shop: MadeMerchant) {
  const body = { payment_profile: shop.profile, merchant_reference: 'Hook', amount: 500, webhook_url: url }
  const { body: link } = await kontor.post(owner, '/v1/paymentlink', body)
  await kontor.post(owner, `/v1/paymentlink/${link.id}/expire`)
  return link
}
const about = (id: string) =>
  until(
    async () => heard.filter(({ body }) => body.includes(id)),
    (found) => found.length > 0,
  )
const isSignedBy = (secret: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
  try {
    return new Webhook(secret).verify(body, headers) !== undefined
  } catch {
    return false
  }
}

describe('the secret of webhooks', () => {
  it('is shown to whoever may everything, on record, and to no key and nobody else', async () => {
    const { shop, owner } = await newShop()
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_ALL'] })
    expect((await kontor.get(cashier, base)).body).toMatchObject([{ version: 0, last_revealed_at: null }])
    expect(JSON.stringify((await kontor.get(owner, base)).body)).not.toContain('whsec_')
    for (const who of [cashier, await kontor.make.apiKey(shop.merchant)])
      expect((await kontor.post(who, `${base}/reveal`)).status).toBe(403)
    expect((await rotate(cashier, 0)).status).toBe(403)
    const [secret] = await revealed(owner)
    expect(secret).toMatch(/^whsec_/)
    expect((await kontor.get(cashier, base)).body[0].last_revealed_by).toMatch(/^User/)
    const other = await newShop()
    expect(await revealed(other.owner)).not.toContain(secret)
    expect((await kontor.get(other.owner, base)).body).toHaveLength(1)
  })

  it('is every shop’s: whoever sees a part of the merchant neither replaces it nor is shown it', async () => {
    const { shop, owner } = await newShop()
    const { merchant } = shop
    const organisation = await kontor.make.organisation(merchant)
    const before = await revealed(owner)
    const people = [
      await kontor.make.cookie({ merchant, organisation, roles: ['USER_ALL'] }),
      await kontor.make.apiKey(merchant, ['USER_ALL'], organisation),
    ]
    for (const who of people) {
      const { status, body } = await rotate(who, 0)
      expect([status, body.code, body.details]).toEqual([403, 'forbidden', { organisation: 'not_the_whole_merchant' }])
      expect((await kontor.post(who, `${base}/reveal`)).status).toBe(403)
      expect((await kontor.get(who, base)).status).toBe(200)
    }
    // The owner, looking at a part, as well: what is asked for a part does nothing to the whole.
    expect((await kontor.post(owner, `${base}/rotate?organisation=${organisation}`, { overlap_hours: 0 })).status).toBe(
      403,
    )
    expect(await revealed(owner)).toEqual(before)
    expect((await rotate(await kontor.make.apiKey(merchant), 0)).status).toBe(200)
  })

  it('that is replaced signs on beside the new one until the overlap is over', async () => {
    const { shop, owner } = await newShop()
    const [old = ''] = await revealed(owner)
    expect((await rotate(owner, 24)).body).toMatchObject([{ version: 1, expires_at: null }, { version: 0 }])
    const [current = '', before] = await revealed(owner)
    expect([before, current === old]).toEqual([old, false])
    const link = await endedLink(owner, shop)
    const [told] = await about(link.id)
    if (!told) throw new Error('nothing was heard')
    expect([old, current].map((secret) => isSignedBy(secret, told))).toEqual([true, true])

    await kontor.databases.provider
      .updateTable('webhook_secret')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('merchant_id', '=', shop.merchant)
      .where('version', '=', 0)
      .execute()
    const [later] = await about((await endedLink(owner, shop)).id)
    if (!later) throw new Error('nothing was heard')
    expect([old, current].map((secret) => isSignedBy(secret, later))).toEqual([false, true])
  })

  it('without an overlap ends at once, and by two presses of one button is replaced once', async () => {
    const { owner } = await newShop()
    const key = { 'idempotency-key': 'once' }
    expect((await rotate(owner, 0, key)).body).toMatchObject([{ version: 1 }])
    expect((await rotate(owner, 0, key)).body).toMatchObject([{ version: 1 }])
    const answers = await Promise.all([rotate(owner, 1), rotate(owner, 1)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await kontor.get(owner, base)).body.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1])
  })
})

describe('a link that says where to tell', () => {
  it('tells that it was paid, with its transaction', async () => {
    const { shop, owner } = await newShop()
    const body = { payment_profile: shop.profile, merchant_reference: 'Order 7', amount: 2_500, webhook_url: url }
    const { body: link } = await kontor.post(owner, '/v1/paymentlink', body)
    expect(link.webhook_url).toBe(url)
    await kontor.post('', `/v1/pay/${link.url.split('/pay/')[1]}/payments`, {
      ...{ attempt: crypto.randomUUID(), payment_product: 'card', card_token: 'test_visa' },
    })
    const found = await about(link.id)
    const [paid] = (await kontor.get(owner, `/v1/transaction?payment_link=${link.id}`)).body
    expect(found.map((each) => JSON.parse(each.body))).toEqual([
      {
        type: 'paymentlink.done',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: {
          ...{ id: link.id, created_at: link.created_at, status: 'DONE', status_reason: null, customer: null },
          ...{ merchant_reference: 'Order 7' },
          ...{ transaction: paid.id, amount: 2_500, currency_code: 'EUR', uses: 1 },
        },
      },
    ])
  })

  it('tells that it expired, was ended by hand, or was cancelled, each once', async () => {
    const { shop, owner } = await newShop()
    const customer = await kontor.make.customer(shop.merchant)
    const [byHand, cardLink, due] = [
      await endedLink(owner, shop),
      (
        await kontor.post(owner, '/v1/cardaddlink', {
          ...{ payment_profile: shop.profile, customer, merchant_reference: 'Card', webhook_url: url },
        })
      ).body,
      (
        await kontor.post(owner, '/v1/paymentlink', {
          ...{ payment_profile: shop.profile, merchant_reference: 'Due', amount: 1, webhook_url: url },
          expires_at: new Date(Date.now() + 1_500).toISOString(),
        })
      ).body,
    ]
    await kontor.post(owner, `/v1/cardaddlink/${cardLink.id}/cancel`)
    const told = async (id: string) => (await about(id)).map(({ body }) => JSON.parse(body))
    expect(await told(byHand.id)).toMatchObject([{ type: 'paymentlink.expired', data: { status_reason: 'by_hand' } }])
    expect(await told(cardLink.id)).toMatchObject([{ type: 'cardlink.cancelled', data: { card: null, customer } }])
    expect(await told(due.id)).toMatchObject([{ type: 'paymentlink.expired', data: { status_reason: 'date_reached' } }])
  })
})

it('Webhooks are signed by a key pair besides: whoever has the public key can tell that they are ours', async () => {
  const { shop, owner } = await newShop()
  const { webhook_public_key } = (await kontor.get(owner, '/v1/apisetting')).body
  expect(webhook_public_key).toMatch(/^whpk_/)
  expect((await kontor.get((await newShop()).owner, '/v1/apisetting')).body.webhook_public_key).not.toBe(
    webhook_public_key,
  )
  const { id } = await endedLink(owner, shop)
  const [{ headers, body } = { headers: {}, body: '' }] = await about(id)
  const signature =
    String(headers['webhook-signature'])
      .split(' ')
      .find((each) => each.startsWith('v1a,')) ?? ''
  // The key is built without our own code: RFC 8410 gives the DER prefix of an Ed25519 key.
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(webhook_public_key.slice(5), 'base64'),
  ])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isOurs = (said: string) =>
    verify(
      null,
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${said}`),
      key,
      Buffer.from(signature.slice(4), 'base64'),
    )
  expect([isOurs(body), isOurs(`${body} `)]).toEqual([true, false])
})
