import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { lockSubscription } from './locked-subscription.ts'
import { priceCycle } from './price-cycle.ts'

let kontor: TestApp
let shop: MadeMerchant
let key: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
})
afterAll(() => kontor.stop())

type Terms = NonNullable<Parameters<TestApp['make']['discount']>[1]>

/** The price under a plan of 10.01 a month. */
async function priceWith(terms: Terms | undefined, billing_cycle = 1) {
  const plan = await kontor.make.plan(shop, { amount: 1_001 })
  const discount = terms && (await kontor.make.discount(shop.merchant, terms))
  const id = await kontor.make.subscription(shop, { plan, billing_cycle, ...(discount ? { discount } : {}) })
  return { id, discount, ...(await priceOf(id)) }
}
const priceOf = (id: string) =>
  inTransaction(kontor.databases, engine(), async (trx) => priceCycle(trx, await lockSubscription(trx, engine(), id)))

const engine = () => engineActor(shop.merchant, 'system')

describe('a cycle costs', () => {
  it('the plan’s amount without a discount', async () => {
    expect(await priceWith(undefined)).toMatchObject({ amount: 1_001, discount_attached_id: null })
  })

  it('less by a share that is rounded half up, or by so much, and never less than nothing', async () => {
    const half = await priceWith({ type: 'percentage', amount: 0.5 })
    expect(half.amount).toBe(500)
    expect(half.discount_attached_id).not.toBeNull()
    expect((await priceWith({ amount: 300 })).amount).toBe(701)
    expect((await priceWith({ amount: 9_000 })).amount).toBe(0)
  })

  it('the whole amount where the discount does not apply to this cycle', async () => {
    const whole = { amount: 1_001, discount_attached_id: null }
    expect(await priceWith({ minimum_amount: 1_002 })).toMatchObject(whole)
    expect((await priceWith({ minimum_amount: 1_001 })).amount).toBe(901)
    expect(await priceWith({ limit_to_first_order: true }, 2)).toMatchObject(whole)
    expect((await priceWith({ limit_to_first_order: true }, 1)).amount).toBe(901)
  })

  it('the whole amount again once the discount is taken away', async () => {
    const { id, discount } = await priceWith({ amount: 300 })
    await kontor.call(key, 'DELETE', `/v1/subscription/${id}/remove-attached-discount/${discount}`, {})
    expect(await priceOf(id)).toEqual({ amount: 1_001, discount_attached_id: null })
  })
})
