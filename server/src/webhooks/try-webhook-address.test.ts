import { bodySchema } from '@kontor/contract/webhooks/payload'
import { payloads } from '@kontor/contract/webhooks/payloads'
import { type TriedField, triedFields, triedTypes } from '@kontor/contract/webhooks/webhook-trial.rules'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { webhookSecret } from '../platform/webhooks/secrets.ts'

let kontor: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, timeout_ms: 500 } })
  receiver = await openReceiver()
})
afterAll(async () => {
  receiver.close()
  await kontor.stop()
})
beforeEach(async () => {
  receiver.answers(() => 200)
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})

const path = () => `/v1/paymentprofile/${shop.profile}`
const listen = (given: object) => kontor.post(owner, path(), given)
const tryIt = (field: TriedField, who = owner) => kontor.post(who, `${path()}/try-webhook`, { field })
const heard = () => receiver.heard.filter((each) => each.path === `/${shop.merchant}`)
const url = () => receiver.url(`/${shop.merchant}`)

describe('trying a webhook address', () => {
  it.each(triedFields)('of %s sends an example, signed and marked as a test', async (field) => {
    await listen({ [field]: url() })
    const reply = await tryIt(field)
    expect([reply.status, reply.body]).toEqual([
      200,
      { response_code: 200, problem: null, duration_ms: expect.any(Number) },
    ])
    const [told, ...more] = heard()
    expect(more).toEqual([])
    const secret = new Webhook(webhookSecret(kontor.database.masterKey, shop.merchant, 0))
    const body = secret.verify(told?.body ?? '', told?.headers ?? {})
    expect(body).toMatchObject({ test: true, data: { payment_profile: shop.profile, currency_code: 'EUR' } })
    expect(bodySchema(payloads[triedTypes[field]]).strict().parse(body)).toEqual(body)
  })

  it.each([
    ['refuses', 410, { response_code: 410, problem: null }],
    ['fails', 500, { response_code: 500, problem: null }],
    ['leads elsewhere', { status: 302, headers: { location: 'https://kontor.example' } }, { response_code: 302 }],
    ['says nothing', 'hang', { response_code: 0, problem: 'timeout' }],
    ['hangs up', 'reset', { response_code: 0, problem: 'no_answer' }],
  ] as const)('that %s says so, and changes nothing about the address', async (_what, answer, expected) => {
    await listen({ webhook_refund_update: url() })
    receiver.answers(() => answer)
    const reply = await tryIt('webhook_refund_update')
    expect([reply.status, reply.body]).toMatchObject([200, expected])
    const { failing } = (await kontor.get(owner, '/v1/apisetting/callback')).body
    expect(failing).toEqual([])
    expect((await kontor.get(owner, '/v1/webhook/count')).body).toEqual({ count: 0 })
  })

  it('gives the status and the time of the answer, and nothing else that the address says', async () => {
    await listen({ webhook_refund_update: url() })
    receiver.answers(() => ({ status: 200, headers: { 'x-secret': 'one' }, body: 'a secret' }))
    const { body } = await tryIt('webhook_refund_update')
    expect(Object.keys(body).sort()).toEqual(['duration_ms', 'problem', 'response_code'])
  })

  it('that is not there is refused', async () => {
    const reply = await tryIt('webhook_refund_update')
    expect([reply.status, reply.body.details]).toEqual([400, { 'body.field': 'required' }])
  })

  it('needs the right to change payment profiles', async () => {
    await listen({ webhook_refund_update: url() })
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_PROFILE_LIST'] })
    expect((await tryIt('webhook_refund_update', reader)).status).toBe(403)
    expect(heard()).toEqual([])
  })

  it('is for trying: thirty times a minute, over all shops of a merchant', async () => {
    await listen({ webhook_refund_update: url() })
    const statuses: number[] = []
    while (statuses.length < 32) statuses.push((await tryIt('webhook_refund_update')).status)
    expect(statuses.slice(30)).toEqual([429, 429])
    expect(heard()).toHaveLength(30)
  })

  it('is two at once of a merchant, and three of all', async () => {
    const shops = await Promise.all(Array.from({ length: 3 }, () => kontor.make.merchant()))
    const callers = await Promise.all(
      shops.map(async ({ merchant, profile }) => {
        const who = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
        const at = `/v1/paymentprofile/${profile}`
        await kontor.post(who, at, { webhook_refund_update: receiver.url(`/${merchant}`) })
        return () => kontor.post(who, `${at}/try-webhook`, { field: 'webhook_refund_update' })
      }),
    )
    receiver.answers(() => 'hang')
    const [first] = callers
    const ofOne = await Promise.all(Array.from({ length: 4 }, () => first?.()))
    expect(ofOne.map((reply) => reply?.status).sort()).toEqual([200, 200, 429, 429])
    const ofAll = await Promise.all([...callers, ...callers].map((call) => call()))
    expect(ofAll.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
    receiver.answers(() => 200)
    expect((await first?.())?.body).toMatchObject({ response_code: 200 })
  })
})

it('a private address is not called, unless the installation allows it', async () => {
  const guarded = await startTestApp({ webhooks: { allowPrivate: false, timeout_ms: 500 } })
  try {
    const { merchant, profile } = await guarded.make.merchant()
    const who = await guarded.make.cookie({ merchant, roles: ['USER_ALL'] })
    for (const address of [receiver.url('/guarded').replace(/:\d+/, ''), 'http://localhost/guarded']) {
      await guarded.post(who, `/v1/paymentprofile/${profile}`, { webhook_refund_update: address })
      const { body } = await guarded.post(who, `/v1/paymentprofile/${profile}/try-webhook`, {
        field: 'webhook_refund_update',
      })
      expect([address, body]).toMatchObject([address, { response_code: 0, problem: 'address_refused' }])
    }
    expect(receiver.heard.filter((each) => each.path === '/guarded')).toEqual([])
  } finally {
    await guarded.stop()
  }
})
