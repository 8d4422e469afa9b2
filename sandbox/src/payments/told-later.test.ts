import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  apiKey,
  followUp,
  type Harness,
  laterApiKey,
  newReference,
  payment,
  putAccount,
  startHarness,
} from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const hour_ms = 3_600_000
let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness({ SANDBOX_SLOW_REPLY_MS: '500' }, laterApiKey)
})
afterAll(() => sandbox.stop())

const statusesOf = (reference: string) => sandbox.receiver.of(reference).map((news) => news.data.status)
const ask = (id: string, path: string, asked = {}) => sandbox.post(`/v1/payments/${id}/${path}`, followUp(asked))

it('tells the outcome of a payment in the reply', async () => {
  expect(await sandbox.pay({ capture: false })).toMatchObject({ http: 200, status: 'AUTHORIZED' })
  expect(await sandbox.pay({ card_token: 'test_declined_stolen_card' })).toMatchObject({ status: 'DECLINED' })
  expect(await sandbox.pay({ card_token: 'test_3ds_required' })).toMatchObject({ status: 'ACTION_REQUIRED' })
})

it.each([
  ['capture', false, 'SETTLEMENT_REQUESTED'],
  ['void', false, 'AUTHORIZATION_VOIDED'],
  ['refunds', true, 'PROCESSED'],
] as const)(
  'of a %s the reply tells the receipt, and a notification alone the outcome',
  async (path, isCaptured, status) => {
    const { id } = await sandbox.pay({ capture: isCaptured })
    const received = await ask(id, path)
    expect(received).toMatchObject({ http: 200, status: 'PENDING', payment_id: id })
    await sandbox.receiver.untilStatus(received.reference, status)
    expect(statusesOf(received.reference)).not.toContain('PENDING')
    expect(statusesOf(received.reference)[0]).toBe(status)
  },
)

it('tells a failure by notification, and refuses at once what makes no sense', async () => {
  const { id } = await sandbox.pay({ amount: 100_000 })
  const received = await ask(id, 'refunds', { amount: 66_601 })
  expect(received).toMatchObject({ status: 'PENDING' })
  const news = await sandbox.receiver.untilStatus(received.reference, 'FAILED')
  expect(news.data).toMatchObject({ reason: 'insufficient_funds' })
  expect(await ask(id, 'refunds', { amount: 100_001 })).toMatchObject({ http: 422, code: 'refund_exceeds_captured' })
})

it('looks nothing up, known or unknown', async () => {
  const { reference } = await sandbox.pay()
  expect(await sandbox.lookUp(reference)).toMatchObject({ http: 422, code: 'no_look_up' })
  expect(await sandbox.lookUp(newReference())).toMatchObject({ http: 422, code: 'no_look_up' })
})

it('gives the first answer again within the life of a reference, and says so', async () => {
  const { id } = await sandbox.pay()
  const body = followUp({ amount: 100 })
  const first = await sandbox.send(`/v1/payments/${id}/refunds`, body)
  await sandbox.receiver.untilStatus(body.reference, 'PROCESSED')
  await sandbox.letPass(hour_ms - 60_000)
  const again = await sandbox.send(`/v1/payments/${id}/refunds`, body)
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  expect(await again.json()).toEqual(await first.json())
  const other = await sandbox.post(`/v1/payments/${id}/refunds`, { ...body, amount: 101 })
  expect(other).toMatchObject({ http: 409, code: 'reference_reused' })
})

it('does the work again when a reference has outlived its hour: the double charge', async () => {
  const body = payment()
  const first = await sandbox.post('/v1/payments', body)
  await sandbox.receiver.untilStatus(body.reference, 'SETTLEMENT_COMPLETED')
  await sandbox.letPass(hour_ms)
  const second = await sandbox.post('/v1/payments', body)
  expect(second).toMatchObject({ http: 200, status: 'SETTLEMENT_REQUESTED' })
  expect(second.id).not.toBe(first.id)
  await until(() => sandbox.receiver.of(body.reference).length === 4)
  expect(await sandbox.post('/v1/payments', body)).toEqual(second)
  const { payments, references } = await sandbox.get('/v1/books')
  const taken = payments.filter((one: { reference: string }) => one.reference === body.reference)
  expect(taken.map((one: { taken: number }) => one.taken)).toEqual([5_000, 5_000])
  expect(references).toContainEqual({ reference: body.reference, kind: 'payment', operations: 2 })
})

it('refuses a reference whose first request is under way', async () => {
  const body = payment({ amount: 66_619 })
  const replies = await Promise.all(Array.from({ length: 10 }, () => sandbox.post('/v1/payments', body)))
  expect(replies.filter((reply) => reply.http === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.code === 'reference_in_use')).toHaveLength(9)
})

it('is what its API key says: another key makes it an ordinary account', async () => {
  const other = await startHarness({}, laterApiKey)
  const { reference } = await other.pay()
  await putAccount(other.url, other.receiver.url, apiKey)
  const asked = await fetch(`${other.url}/v1/operations/${reference}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  expect(asked.status).toBe(200)
  await other.stop()
})
