import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())

const refund = (id: string, body: unknown, headers = {}) =>
  kontor.post(owner, `/v1/transaction/${id}/refund`, body, headers)
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const refunds = async (id: string) => (await kontor.get(owner, `/v1/refund?transaction=${id}&_sort=created_at`)).body

describe('refunding a transaction', () => {
  it('reaches the processor and is told as processed', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    const { status, body } = await refund(id, { amount: 2_500, reason: 'wrong size' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'PROCESSED', amount: 2_500, reason: 'wrong size', transaction: id })
    expect(body.processor_id_external).toBeTruthy()
    expect(await read(id)).toMatchObject({ refunded_amount: 2_500, captured_amount: 10_000 })
  })

  it('refuses more than what is still refundable, and says how much that is', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 1_000 })
    await refund(id, { amount: 700 })
    const { status, body } = await refund(id, { amount: 301 })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'refund_exceeds_refundable',
      details: { 'body.amount': 'too_large', refundable: 300 },
    })
    expect((await refund(id, { amount: 300 })).status).toBe(201)
  })

  it.each([0, -1, 1.5, '100', null, 2 ** 53])('refuses the amount %s', async (amount) => {
    const { id } = await kontor.make.transaction(shop)
    const { status, body } = await refund(id, { amount })
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'invalid_request', ['body.amount']])
  })

  it.each(['INITIATED', 'AUTHORIZED', 'DECLINED', 'FAILED', 'ABANDONED'] as const)(
    'refuses a transaction that is %s',
    async (status) => {
      const { id } = await kontor.make.transaction(shop, { status })
      expect((await refund(id, { amount: 1 })).body.code).toBe('transaction_not_refundable')
    },
  )

  it('gives the amount free again when the processor refuses the refund', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 100_000 })
    const { body } = await refund(id, { amount: 66_601 })
    expect(body).toMatchObject({ status: 'FAILED', status_reason: 'insufficient_funds' })
    expect((await read(id)).refunded_amount).toBe(0)
  })

  it('follows a pending refund up to its end by notification', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 100_000 })
    const { body } = await refund(id, { amount: 66_602 })
    expect(body.status).toBe('PENDING')
    await until(
      () => refunds(id),
      (rows) => rows[0].status === 'PROCESSED',
    )
  })

  it('writes who did what into the events, with the masked call to the processor', async () => {
    const { id } = await kontor.make.transaction(shop)
    await refund(id, { amount: 10, reason: 'because' })
    const { body } = await kontor.get(owner, `/v1/transaction/${id}/events`)
    const kinds = body.map((entry: { kind: string; to_status: string; actor_kind: string }) => [
      entry.kind,
      entry.to_status,
      entry.actor_kind,
    ])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['refund', 'PENDING', 'user'],
        ['refund', 'PROCESSED', 'processor'],
        ['processor_call', null, 'processor'],
      ]),
    )
    expect(JSON.stringify(body)).not.toContain('the-api-key-of-the-tests')
  })

  it('answers a repeated key with the same bytes and refunds once', async () => {
    const { id } = await kontor.make.transaction(shop)
    const key = { 'idempotency-key': `key-${id}` }
    const first = await refund(id, { amount: 50 }, key)
    const second = await refund(id, { amount: 50 }, key)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await refunds(id)).toHaveLength(1)
    expect((await refund(id, { amount: 51 }, key)).body.code).toBe('idempotency_key_reused')
  })
})

describe('refunding with the sum that the sender believes has been refunded so far', () => {
  it('refuses the second of two people who refund the same part, and says how much it is by now', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    const colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['REFUND_CREATE'] })
    const seen = (await read(id)).refunded_amount
    const body = { amount: 2_500, refunded_amount: seen }
    expect((await refund(id, body)).status).toBe(201)
    const second = await kontor.post(colleague, `/v1/transaction/${id}/refund`, body)
    expect([second.status, second.body.code]).toEqual([409, 'refunded_meanwhile'])
    expect(second.body.details).toEqual({ refunded_amount: 2_500, refundable: 7_500 })
    expect(await refunds(id)).toHaveLength(1)

    const knowingly = { ...body, refunded_amount: 2_500 }
    expect((await kontor.post(colleague, `/v1/transaction/${id}/refund`, knowingly)).status).toBe(201)
    expect(await read(id)).toMatchObject({ refunded_amount: 5_000 })
  })

  it('lets one of two through who send at the same moment', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    const both = await Promise.all([0, 1].map(() => refund(id, { amount: 2_500, refunded_amount: 0 })))
    expect(both.map(({ body }) => body.code ?? 'done').sort()).toEqual(['done', 'refunded_meanwhile'])
    expect(await refunds(id)).toHaveLength(1)
  })

  it('names the amount too where less is left than it', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    await refund(id, { amount: 9_000 })
    const { body } = await refund(id, { amount: 2_500, refunded_amount: 0 })
    expect(body).toMatchObject({
      code: 'refunded_meanwhile',
      details: { 'body.amount': 'too_large', refundable: 1_000 },
    })
  })

  it('goes on where less was refunded than the sender believes, as after a refund that failed', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    expect((await refund(id, { amount: 2_500, refunded_amount: 5_000 })).status).toBe(201)
  })

  it('gives a repeated key its first answer, although the sum is another one since', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 10_000 })
    const key = { 'idempotency-key': `believes-${id}` }
    const first = await refund(id, { amount: 50, refunded_amount: 0 }, key)
    const again = await refund(id, { amount: 50, refunded_amount: 0 }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await refunds(id)).toHaveLength(1)
  })
})
