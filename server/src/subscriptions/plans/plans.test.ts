import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { createSubscription } from '../create-subscription.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let customer: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  customer = await kontor.make.customer(shop.merchant)
})
afterAll(() => kontor.stop())

const given = (changes: object = {}) => ({
  name: 'Flowers',
  payment_profile: shop.profile,
  amount: 1_999,
  interval: 'month',
  ...changes,
})
const create = (changes: object = {}, who = owner) => kontor.post(who, '/v1/plan', given(changes))
const update = (id: string, changes: object = {}, who = owner) => kontor.post(who, `/v1/plan/${id}`, given(changes))
const read = async (id: string) => (await kontor.get(owner, `/v1/plan/${id}`)).body
const subscribe = (plan: string) => kontor.post(owner, '/v1/subscription', { plan, customer })
async function makePlan(): Promise<string> {
  const { status, body } = await create()
  expect([status, body.details]).toEqual([201, undefined])
  return body.id
}

describe('a plan', () => {
  it('is made for a shop, in the shop’s currency, and says a status once', async () => {
    const { status, body } = await create({
      email_subscription_update: 'plans@shop.example',
      statuses_subscription_update: ['ACTIVE', 'ACTIVE', 'EXPIRED'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      amount: 1_999,
      currency_code: shop.currency_code,
      interval: 'month',
      interval_count: 1,
      payment_profile: shop.profile,
      organisation: shop.merchant,
      statuses_subscription_update: ['ACTIVE', 'EXPIRED'],
    })
  })

  it('may name the organisation of its shop, and no other', async () => {
    const { status, body } = await create({ organisation: shop.merchant })
    expect([status, body.organisation]).toEqual([201, shop.merchant])
    const other = await kontor.make.organisation(shop.merchant)
    const details = { 'body.organisation': 'not_of_payment_profile' }
    expect((await create({ organisation: other })).body.details).toEqual(details)
    expect((await update(body.id, { organisation: shop.merchant })).status).toBe(200)
    expect((await update(body.id, { organisation: other })).body.details).toEqual(details)
  })

  it.each([
    [{ amount: 0 }, { 'body.amount': 'must_be_positive' }],
    [{ amount: 9.5 }, { 'body.amount': 'must_be_an_integer' }],
    [{ interval_count: 0 }, { 'body.interval_count': 'too_small' }],
    [{ max_billing_cycle: 0 }, { 'body.max_billing_cycle': 'too_small' }],
    [{ description: 'my card 4111 1111 1111 1111' }, { 'body.description': 'contains_card_number' }],
    [{ payment_profile: '01900000-0000-7000-8000-000000000001' }, { 'body.payment_profile': 'not_found' }],
    [{ checkout: '01900000-0000-7000-8000-000000000001' }, { 'body.checkout': 'not_found' }],
  ])('is not made with %j', async (wrong, details) => {
    expect(await create(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_request', details } })
  })

  it('costs no more than one payment of its shop may be', async () => {
    const { merchant, profile } = await kontor.make.merchant()
    const other = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const limit = { largest_payment: 5_000 }
    await kontor.databases.provider.updateTable('payment_profile').set(limit).where('id', '=', profile).execute()
    expect((await create({ payment_profile: profile, amount: 5_001 }, other)).body).toMatchObject({
      code: 'amount_too_large',
      details: { 'body.amount': 'too_large', largest_amount: 5_000 },
    })
    const { status, body } = await create({ payment_profile: profile, amount: 5_000 }, other)
    expect(status).toBe(201)
    expect((await update(body.id, { payment_profile: profile, amount: 5_001 }, other)).body.code).toBe(
      'amount_too_large',
    )
  })

  it('is not made for a merchant that is switched off', async () => {
    const { merchant, profile } = await kontor.make.merchant()
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    await kontor.databases.provider.updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute()
    expect((await create({ payment_profile: profile }, provider)).body.code).toBe('merchant_inactive')
  })
})

describe('changing a plan', () => {
  it('changes everything as long as nobody subscribed', async () => {
    const id = await makePlan()
    const other = await kontor.make.profile(shop.merchant, { processors: [shop.processor] })
    expect((await update(id, { amount: 2_500, interval: 'week', payment_profile: other })).status).toBe(200)
    expect(await read(id)).toMatchObject({ amount: 2_500, interval: 'week', payment_profile: other })
  })

  it('leaves what subscribers agreed to, each of it named, also after their subscription is over', async () => {
    const id = await makePlan()
    const { body } = await subscribe(id)
    const refused = await update(id, { amount: 1, interval: 'week', interval_count: 2 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan_in_use' } })
    expect(refused.body.details).toEqual({
      'body.amount': 'agreed',
      'body.interval': 'agreed',
      'body.interval_count': 'agreed',
    })
    await kontor.post(owner, `/v1/subscription/${body.id}/cancel`)
    expect((await update(id, { amount: 1 })).body.code).toBe('plan_in_use')
    expect((await update(id, { name: 'Tulips', max_billing_cycle: 6 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ name: 'Tulips', amount: 1_999, interval: 'month', max_billing_cycle: 6 })
  })

  it('moves it to no other merchant, whoever asks, and is nothing for strangers', async () => {
    const id = await makePlan()
    const stranger = await kontor.make.merchant()
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await update(id, { payment_profile: stranger.profile }, provider)).body.details).toEqual({
      'body.payment_profile': 'not_found',
    })
    const other = await kontor.make.cookie({ merchant: stranger.merchant, roles: ['USER_ALL'] })
    expect((await update(id, {}, other)).status).toBe(404)
  })

  it('waits for whoever is just subscribing to it, and is then refused', async () => {
    const id = await makePlan()
    const actor = engineActor(shop.merchant, 'system')
    const { changed } = await inTransaction(kontor.databases, actor, async (trx) => {
      const tell = { masterKey: Buffer.alloc(32).toString('base64'), wall: systemClock }
      await createSubscription(trx, actor, { plan: id, customer }, new Date(), tell)
      const changed = update(id, { amount: 2_500 })
      await setTimeout(300)
      return { changed }
    })
    expect(await changed).toMatchObject({ status: 409, body: { code: 'plan_in_use' } })
    expect((await read(id)).amount).toBe(1_999)
  })

  it('and subscribing at the same moment agree on one amount', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await makePlan()
      const [changed, made] = await Promise.all([update(id, { amount: 2_500 }), subscribe(id)])
      expect(made.status).toBe(201)
      expect([200, 409]).toContain(changed.status)
      const { amount } = await read(id)
      expect([amount, made.body.amount]).toEqual(changed.status === 200 ? [2_500, 2_500] : [1_999, 1_999])
    }
  })
})
