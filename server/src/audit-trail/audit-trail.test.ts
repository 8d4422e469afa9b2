import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver } from '../../test/receiver.ts'
import type { AnyAnswer } from '../../test/world.ts'

let kontor: TestApp
let a: MadeMerchant
let provider: string

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [40], timeout_ms: 500 } })
  a = await kontor.make.merchant()
  await kontor.connect(a.merchant)
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const items = async (query: string, who = provider, resource = 'psp/audittrail'): Promise<AnyAnswer[]> => {
  const { status, body } = await kontor.get(who, `/v1/${resource}?_limit=1000&${query}`)
  expect([query, status, status === 200 ? '' : body]).toEqual([query, 200, ''])
  return body
}
const contentOf = async (id: string, who = provider, resource = 'psp/audittrail') =>
  (await kontor.get(who, `/v1/${resource}/${id}/content`)).body

/** The payment as the shop's program makes it. */
const paid = async (key: string, more: object = {}) =>
  kontor.post(key, '/v1/transaction', {
    ...{ payment_profile: a.profile, amount: 1_234, payment_product: 'card', card_token: 'test_visa' },
    ...{ merchant_reference: `order-${Math.random()}`, ...more },
  })

describe('23: a payment by a program', () => {
  it('appears with its route, key and code, above the call to the processor and the webhook', async () => {
    const receiver = await openReceiver()
    try {
      await kontor.databases.provider
        .updateTable('payment_profile')
        .set({ webhook_transaction_update: receiver.url() })
        .where('id', '=', a.profile)
        .execute()
      const key = await kontor.make.apiKey(a.merchant)
      const { status, body } = await paid(key)
      expect(status).toBe(201)
      const [request, ...children] = await until(
        async () => {
          const [one] = await items(`transaction=${body.id}&type=request`)
          return one ? [one, ...(await items(`parent=${one.id}`))] : []
        },
        (found) => ['processor_call', 'webhook'].every((type) => found.some((each) => each.type === type)),
      )
      expect(request).toMatchObject({
        ...{ route: 'POST /v1/transaction', authentication: 'api', response_code: 201, destination: 'kontor' },
        ...{ transaction: body.id, payment_profile: a.profile, merchant: a.merchant, has_children: true, psp: false },
      })
      expect(request.api_key).not.toBeNull()
      const call = children.find(({ type }) => type === 'processor_call')
      expect(call).toMatchObject({ transaction: body.id, merchant: a.merchant, origin: 'kontor', has_children: false })
      expect(call.destination).toBe(new URL(kontor.sandboxUrl).host)
      expect(children.find(({ type }) => type === 'webhook')).toMatchObject({
        ...{ transaction: body.id, response_code: 200, destination: new URL(receiver.url()).host },
      })
      const content = await contentOf(request.id)
      expect(JSON.parse(content.request.body)).toMatchObject({ amount: 1_234, card_token: '•••' })
      expect(JSON.parse(content.response.body)).toMatchObject({ id: body.id, amount: 1_234 })
      expect(Object.fromEntries(content.request.headers)).toMatchObject({ authorization: '•••' })
      expect(JSON.parse((await contentOf(call.id)).request.body)).toMatchObject({ amount: 1_234 })
    } finally {
      receiver.close()
    }
  })
})
