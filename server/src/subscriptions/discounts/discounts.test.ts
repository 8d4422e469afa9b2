import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { addDiscount } from './add-discount.ts'

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

const given = (changes: object = {}) => ({ name: 'Spring', organisation: shop.merchant, amount: 250, ...changes })
const create = (changes: object = {}, who = owner) => kontor.post(who, '/v1/subscriptiondiscount', given(changes))
const update = (id: string, changes: object = {}, who = owner) =>
  kontor.post(who, `/v1/subscriptiondiscount/${id}`, given(changes))
const read = async (id: string) => (await kontor.get(owner, `/v1/subscriptiondiscount/${id}`)).body
const give = async (discount: string) => {
  const subscription = await kontor.make.subscription(shop, { customer })
  return kontor.post(owner, `/v1/subscription/${subscription}/add-discount/${discount}`)
}
async function makeDiscount(): Promise<string> {
  const { status, body } = await create()
  expect([status, body.details]).toEqual([201, undefined])
  return body.id
}

describe('a discount', () => {
  it('is so much, or a share that is exact to a hundredth of a percent', async () => {
    expect((await create()).body).toMatchObject({ type: 'fixed_cents', amount: 250, duration: null, in_use: false })
    const share = await create({ type: 'percentage', amount: 0.1225, duration: 3, minimum_amount: 1_000 })
    expect(share.status).toBe(201)
    expect(await read(share.body.id)).toMatchObject({ amount: 0.1225, duration: 3, minimum_amount: 1_000 })
  })

  it.each([
    [{ amount: 0 }, { 'body.amount': 'must_be_positive' }],
    [{ amount: 2.5 }, { 'body.amount': 'must_be_an_integer' }],
    [{ type: 'percentage', amount: 1.01 }, { 'body.amount': 'too_large' }],
    [{ type: 'percentage', amount: 0.12345 }, { 'body.amount': 'too_many_decimals' }],
    [{ currency_code: 'XXQ' }, { 'body.currency_code': 'invalid_currency' }],
    [{ duration: 0 }, { 'body.duration': 'too_small' }],
    [{ organisation: '01900000-0000-7000-8000-000000000001' }, { 'body.organisation': 'not_found' }],
  ])('is not made with %j', async (wrong, details) => {
    expect(await create(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_request', details } })
  })

  it('is of no larger amounts than a payment may be', async () => {
    const { merchant } = await kontor.make.merchant()
    const other = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const limit = { largest_payment: 5_000 }
    await kontor.databases.provider.updateTable('merchant').set(limit).where('id', '=', merchant).execute()
    for (const field of ['amount', 'minimum_amount'])
      expect((await create({ organisation: merchant, [field]: 5_001 }, other)).body).toMatchObject({
        code: 'amount_too_large',
        details: { [`body.${field}`]: 'too_large', largest_amount: 5_000 },
      })
  })

  it('is not made for a merchant that is switched off', async () => {
    const { merchant } = await kontor.make.merchant()
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    await kontor.databases.provider.updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute()
    expect((await create({ organisation: merchant }, provider)).body.code).toBe('merchant_inactive')
  })
})

describe('changing a discount', () => {
  it('changes everything as long as nobody was given it', async () => {
    const id = await makeDiscount()
    expect((await update(id, { type: 'percentage', amount: 0.5, limit_to_first_order: true })).status).toBe(200)
    expect(await read(id)).toMatchObject({ type: 'percentage', amount: 0.5, limit_to_first_order: true })
  })

  it('changes only the name of one that was given, and says what stays', async () => {
    const id = await makeDiscount()
    expect((await give(id)).status).toBe(200)
    const refused = await update(id, { amount: 300, duration: 2 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'discount_in_use' } })
    expect(refused.body.details).toEqual({ 'body.amount': 'agreed', 'body.duration': 'agreed' })
    expect((await update(id, { name: 'Summer' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ name: 'Summer', amount: 250, duration: null, in_use: true })
  })

  it('leaves the currency as it is when the program knows none of a discount', async () => {
    const { body } = await create({ currency_code: 'EUR' })
    expect((await give(body.id)).status).toBe(200)
    expect((await update(body.id, { name: 'Summer' })).status).toBe(200)
    expect(await read(body.id)).toMatchObject({ name: 'Summer', currency_code: 'EUR' })
  })

  it('moves it to no other merchant, whoever asks, and is nothing for strangers', async () => {
    const id = await makeDiscount()
    const stranger = await kontor.make.merchant()
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await update(id, { organisation: stranger.merchant }, provider)).body.details).toEqual({
      'body.organisation': 'not_found',
    })
    const other = await kontor.make.cookie({ merchant: stranger.merchant, roles: ['USER_ALL'] })
    expect((await update(id, {}, other)).status).toBe(404)
  })

  it('waits for whoever is just giving it, and is then refused', async () => {
    const id = await makeDiscount()
    const subscription = await kontor.make.subscription(shop, { customer })
    const actor = engineActor(shop.merchant, 'system')
    const { changed } = await inTransaction(kontor.databases, actor, async (trx) => {
      await addDiscount(trx, actor, subscription, { discountId: id }, new Date())
      const changed = update(id, { amount: 300 })
      await setTimeout(300)
      return { changed }
    })
    expect(await changed).toMatchObject({ status: 409, body: { code: 'discount_in_use' } })
    expect((await read(id)).amount).toBe(250)
  })
})
