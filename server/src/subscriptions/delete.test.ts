import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let key: string
let customer: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  key = await kontor.make.apiKey(shop.merchant)
  customer = await kontor.make.customer(shop.merchant)
})
afterAll(() => kontor.stop())

const remove = (plan: string, who = key) => kontor.call(who, 'DELETE', `/v1/plan/${plan}`, {})
const subscribe = (plan: string) => kontor.post(key, '/v1/subscription', { plan, customer })
const listed = async () => (await kontor.get(key, '/v1/plan')).body.map(({ id }: { id: string }) => id)

describe('deleting a plan', () => {
  it('that nobody subscribed to takes it away', async () => {
    const plan = await kontor.make.plan(shop)
    expect((await remove(plan)).status).toBe(204)
    expect((await kontor.get(key, `/v1/plan/${plan}`)).status).toBe(404)
    expect((await remove(plan)).status).toBe(404)
  })

  it('is refused while a subscription of it goes on, and says how many do', async () => {
    const plan = await kontor.make.plan(shop)
    const { body } = await subscribe(plan)
    expect(await remove(plan)).toMatchObject({
      status: 409,
      body: { code: 'plan_has_subscriptions', details: { subscriptions: 1 } },
    })
    expect((await kontor.get(key, `/v1/plan/${plan}`)).body).toMatchObject({ live_subscriptions: 1, deleted_at: null })
    await kontor.post(key, `/v1/subscription/${body.id}/cancel`)
    expect((await remove(plan)).status).toBe(204)
    // The deleted plan is in no list and count, and takes no subscription and no change; its past can still be read.
    expect(await listed()).not.toContain(plan)
    expect((await kontor.get(key, '/v1/plan/count')).body.count).toBe((await listed()).length)
    expect((await kontor.get(key, `/v1/plan/${plan}`)).body.deleted_at).not.toBeNull()
    expect((await kontor.get(key, `/v1/subscription/${body.id}?_populate=plan`)).body.plan.id).toBe(plan)
    expect((await subscribe(plan)).body.details).toEqual({ 'body.plan': 'not_found' })
    expect((await kontor.post(key, `/v1/plan/${plan}`, { name: 'x' })).status).toBe(400)
    expect((await remove(plan)).status).toBe(404)
  })

  it('and subscribing to it at the same moment are one or the other', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const plan = await kontor.make.plan(shop)
      const [made, removed] = await Promise.all([subscribe(plan), remove(plan)])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([made.status, removed.status])
    }
  })

  it('takes its own role', async () => {
    const plan = await kontor.make.plan(shop)
    expect((await remove(plan, await kontor.make.apiKey(shop.merchant, ['PLAN_UPDATE']))).status).toBe(403)
    expect((await remove(plan, await kontor.make.apiKey(shop.merchant, ['PLAN_DELETE']))).status).toBe(204)
  })
})

describe('deleting a discount', () => {
  const gone = (discount: string) => kontor.call(key, 'DELETE', `/v1/subscriptiondiscount/${discount}`, {})
  const names = async () => (await kontor.get(key, '/v1/subscriptiondiscount')).body.map(({ id }: { id: string }) => id)
  const give = (subscription: string, discount: string) =>
    kontor.post(key, `/v1/subscription/${subscription}/add-discount/${discount}`)

  it('that nobody was given takes it away; one that was given is kept for those who have it, and given to nobody more', async () => {
    const [unused, given] = [await kontor.make.discount(shop.merchant), await kontor.make.discount(shop.merchant)]
    expect((await gone(unused)).status).toBe(204)
    expect((await kontor.get(key, `/v1/subscriptiondiscount/${unused}`)).status).toBe(404)
    const plan = await kontor.make.plan(shop)
    const [one, another] = [(await subscribe(plan)).body.id, (await subscribe(plan)).body.id]
    await give(one, given)
    expect((await gone(given)).status).toBe(204)
    expect(await names()).not.toContain(given)
    expect((await kontor.get(key, `/v1/subscriptiondiscount/${given}`)).body.deleted_at).not.toBeNull()
    const { discounts_attached } = (await kontor.get(key, `/v1/subscription/${one}`)).body
    expect(discounts_attached).toMatchObject([{ active: true, subscription_discount: { id: given } }])
    expect((await give(another, given)).status).toBe(404)
    expect((await gone(given)).status).toBe(404)
  })

  it('and giving it at the same moment leaves it given once, or not at all', async () => {
    const plan = await kontor.make.plan(shop)
    for (let turn = 0; turn < 10; turn += 1) {
      const discount = await kontor.make.discount(shop.merchant)
      const subscription = (await subscribe(plan)).body.id
      const [made, removed] = await Promise.all([give(subscription, discount), gone(discount)])
      expect(removed.status).toBe(204)
      expect([200, 404]).toContain(made.status)
      expect((await give((await subscribe(plan)).body.id, discount)).status).toBe(404)
    }
  })
})
