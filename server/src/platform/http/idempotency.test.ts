import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { requestHash } from './idempotency.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const paid = async () => (await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 1_000 })).id
const refund = (who: string, transaction: string, key: string) =>
  kontor.post(who, `/v1/transaction/${transaction}/refund`, { amount: 100 }, { 'idempotency-key': key })
const refunds = async (transaction: string) => (await kontor.get(owner, `/v1/refund?transaction=${transaction}`)).body
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true'

describe('an idempotency key', () => {
  it('answers nobody but whoever sent it: not a colleague of another part of the merchant', async () => {
    const transaction = await paid()
    const key = randomUUID()
    expect((await refund(owner, transaction, key)).status).toBe(201)
    const organisation = await kontor.make.organisation(shop.merchant)
    const elsewhere = [
      await kontor.make.apiKey(shop.merchant, ['USER_ALL'], organisation),
      await kontor.make.cookie({ merchant: shop.merchant, organisation, roles: ['USER_ALL'] }),
    ]
    for (const who of elsewhere) {
      const { status, body } = await refund(who, transaction, key)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const again = await refund(owner, transaction, key)
    expect([again.status, isReplayed(again)]).toEqual([201, true])
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('of one shop is not in the way of another that numbers alike', async () => {
    const [one, other] = [await kontor.make.apiKey(shop.merchant), await kontor.make.apiKey(shop.merchant)]
    const [first, second] = [await paid(), await paid()]
    const key = `order-${randomUUID()}`
    const answers = await Promise.all([refund(one, first, key), refund(other, second, key)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect([await refunds(first), await refunds(second)].map(({ length }) => length)).toEqual([1, 1])
    const reused = await refund(one, second, key)
    expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it('is the same for all servers of a shop, which share its API key, and for all sessions of a person', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    const servers = await kontor.make.apiKey(shop.merchant)
    expect((await refund(servers, transaction, key)).status).toBe(201)
    expect(isReplayed(await refund(servers, transaction, key))).toBe(true)
    expect(await refunds(transaction)).toHaveLength(1)
  })

  it('outlives the rotation of the API key: what was sent with the old one is not done again with the new', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    const made = await kontor.post(owner, '/v1/apikey', {
      name: 'Till',
      organisation: shop.merchant,
      roles: ['REFUND_ALL'],
    })
    let { id, secret } = made.body
    expect((await refund(secret, transaction, key)).status).toBe(201)
    for (let times = 0; times < 2; times += 1) {
      ;({ id, secret } = (await kontor.post(owner, `/v1/apikey/${id}/rotate`, { overlap_hours: 0 })).body)
      const again = await refund(secret, transaction, key)
      expect([again.status, isReplayed(again)]).toEqual([201, true])
    }
    expect(await refunds(transaction)).toHaveLength(1)
  })
})

describe('an answer that a version without callers kept', () => {
  async function keptBefore(transaction: string, key: string) {
    await kontor.databases.provider
      .insertInto('idempotency_key')
      .values({
        merchant_id: shop.merchant,
        key,
        request_hash: requestHash('POST', `/v1/transaction/${transaction}/refund`, { amount: 100 }),
        response_status: 201,
        response_body: '{"id":"of-before"}',
      })
      .execute()
  }

  it('is given again to whoever sees the whole merchant', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    await keptBefore(transaction, key)
    const again = await refund(owner, transaction, key)
    expect([again.status, again.body, isReplayed(again)]).toEqual([201, { id: 'of-before' }, true])
    expect(await refunds(transaction)).toEqual([])
  })

  it('is not given to whoever sees a part: nothing is done and nothing told', async () => {
    const [transaction, key] = [await paid(), randomUUID()]
    await keptBefore(transaction, key)
    const organisation = await kontor.make.organisation(shop.merchant)
    const { status, body } = await refund(
      await kontor.make.apiKey(shop.merchant, ['USER_ALL'], organisation),
      transaction,
      key,
    )
    expect([status, body.code]).toEqual([409, 'idempotency_key_reused'])
  })
})
