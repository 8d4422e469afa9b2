import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let discount: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  discount = await kontor.make.discount(shop.merchant)
})
afterAll(() => kontor.stop())

const give = (subscription: string, given = discount, who = owner) =>
  kontor.post(who, `/v1/subscription/${subscription}/add-discount/${given}`)
const take = (subscription: string, given: string, who = owner) =>
  kontor.call(who, 'DELETE', `/v1/subscription/${subscription}/remove-attached-discount/${given}`, {})
const subscription = (given: Parameters<TestApp['make']['subscription']>[1] = {}) =>
  kontor.make.subscription(shop, given)

describe('a discount is given', () => {
  it('to a subscription that goes on, and taken from it by its own id or by that of the giving', async () => {
    const id = await subscription()
    const { status, body } = await give(id)
    expect(status).toBe(200)
    expect(body.discounts_attached).toMatchObject([{ active: true, applied_duration: 0 }])
    expect((await take(id, discount)).status).toBe(204)
    const [, again] = (await give(id)).body.discounts_attached.sort(byActive)
    expect((await take(id, again.id)).status).toBe(204)
    expect((await take(id, again.id)).status).toBe(404)
  })

  it.each(['CANCELLED', 'EXPIRED', 'COMPLETED'] as const)('to none that is %s', async (status) => {
    expect(await give(await subscription({ status }))).toMatchObject({
      status: 409,
      body: { code: 'subscription_over' },
    })
  })

  it('one at a time, by two who give at once as well', async () => {
    const id = await subscription()
    const other = await kontor.make.discount(shop.merchant)
    const both = await Promise.all([give(id), give(id, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await give(id)).body.code).toBe('discount_already_active')
  })

  it('only where it is eligible', async () => {
    const dear = await kontor.make.discount(shop.merchant, { minimum_amount: 1_001 })
    expect((await give(await subscription(), dear)).body.code).toBe('discount_not_eligible')
    const first = await kontor.make.discount(shop.merchant, { limit_to_first_order: true })
    expect((await give(await subscription({ billing_cycle: 2 }), first)).body.code).toBe('discount_not_eligible')
    const yen = await kontor.make.discount(shop.merchant, { currency_code: 'JPY' })
    expect((await give(await subscription(), yen)).body.code).toBe('discount_not_eligible')
    const euro = await kontor.make.discount(shop.merchant, { currency_code: 'EUR' })
    expect((await give(await subscription(), euro)).body.discounts_attached).toMatchObject([
      { subscription_discount: { currency_code: 'EUR' } },
    ])
  })

  it('within one merchant', async () => {
    const stranger = await kontor.make.merchant()
    const other = await kontor.make.cookie({ merchant: stranger.merchant, roles: ['USER_ALL'] })
    const id = await subscription()
    expect((await give(id, await kontor.make.discount(stranger.merchant))).status).toBe(404)
    expect((await give(id, discount, other)).status).toBe(404)
    await give(id)
    expect((await take(id, discount, other)).status).toBe(404)
  })
})

const byActive = (a: { active: boolean }, b: { active: boolean }) => Number(a.active) - Number(b.active)
