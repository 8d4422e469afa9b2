import { randomUUID } from 'node:crypto'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { AuthorizeRequest } from '../../processors/gateway.ts'
import { gateways } from '../../processors/gateways.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'
import { chargeCard } from '../charge-card.ts'

let kontor: TestApp
let owner: pg.Client
let shop: MadeMerchant
let user: string
let customer: string
/** What the gateway is asked; the first `losses` requests get no answer. */
const asked: AuthorizeRequest[] = []
let losses = 0

beforeAll(async () => {
  gateways.splice(0, 1, {
    ...sandboxGateway,
    async authorize(connection, request) {
      asked.push(request)
      const sent = losses > 0 ? { ...connection, addresses: { api: 'http://127.0.0.1:9' } } : connection
      losses -= 1
      return sandboxGateway.authorize(sent, request)
    },
  })
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  shop = await kontor.make.merchant()
  user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  customer = await kontor.make.customer(shop.merchant, { first_name: 'Ann', last_name: 'Peeters' })
  await owner.query(`update customer set email_address = 'ann@example.com', country_code = 'BE' where id = $1`, [
    customer,
  ])
  await kontor.connect(shop.merchant)
})
afterAll(async () => {
  gateways.splice(0, 1, sandboxGateway)
  await owner.end()
  await kontor.stop()
})
beforeEach(() => void asked.splice(0))

const measured = {
  ...{ language: 'nl-NL', color_depth: 24, screen_height: 900, screen_width: 1440 },
  ...{ time_zone_offset: -60, java_enabled: false },
}
async function payLink(browser: object | undefined) {
  const order = { payment_profile: shop.profile, customer, amount: 5_000, merchant_reference: 'Order 1' }
  const { body } = await kontor.post(user, '/v1/paymentlink', order)
  const path = new URL(body.url).pathname
  const paid = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa', browser }
  return kontor.post('', `/v1${path}/payments`, paid, { 'user-agent': 'Firefox/140', accept: 'text/html' })
}

describe('who asks for a payment, and what is known of him', () => {
  it('is the payer on our page: his address, his browser, and the customer whom the shop named', async () => {
    expect((await payLink(measured)).status).toBe(200)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.initiative).toBeUndefined()
    expect(asked[0]?.payer).toEqual({
      ...{ reference: customer, name: 'Ann Peeters', email: 'ann@example.com', country: 'BE', ip: '127.0.0.1' },
      ...{ language: 'nl-NL' },
      ...{ origin: 'http://localhost:4000', browser: { ...measured, user_agent: 'Firefox/140', accept: 'text/html' } },
    })
  })

  it('is as much as the page says: a browser that measures nothing pays as well, one that lies is refused', async () => {
    expect((await payLink(undefined)).status).toBe(200)
    expect(asked[0]?.payer).not.toHaveProperty('browser')
    expect((await payLink({ ...measured, screen_width: -1 })).status).toBe(400)
    expect((await payLink({ ...measured, surprise: 1 })).status).toBe(400)
  })

  it('is the shop: for a payer who is there, or at a time of its own with a stored card', async () => {
    const card = await kontor.make.card(shop, customer)
    const order = { payment_profile: shop.profile, customer, amount: 5_000, merchant_reference: 'Order 2', card }
    await kontor.post(user, '/v1/transaction', { ...order, payment_product: 'card', country_code: 'NL' })
    const payer = { reference: customer, email: 'ann@example.com', country: 'NL' }
    expect(asked.at(-1)).toMatchObject({ initiative: 'unscheduled', payer })
    const return_url = 'https://shop.example/thanks'
    await kontor.post(user, '/v1/transaction', { ...order, payment_product: 'card', return_url })
    expect(asked.at(-1)).toMatchObject({ payer_present: true, payer: { ...payer, country: 'BE' } })
    expect(asked.at(-1)?.initiative).toBeUndefined()
  })

  it('says what a card is stored for, as the link of the shop or the subscription has it', async () => {
    const order = { payment_profile: shop.profile, customer, merchant_reference: 'Card' }
    for (const purpose of ['recurring', 'unscheduled', 'one_click']) {
      const { body } = await kontor.post(user, '/v1/cardaddlink', { ...order, purpose })
      const paid = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa' }
      await kontor.post('', `/v1${new URL(body.url).pathname}/payments`, paid)
      expect(asked.at(-1)).toMatchObject({ store_card: true, stored_for: purpose })
    }
    const plan = await kontor.make.plan(shop)
    const { body } = await kontor.post(user, '/v1/subscription', { customer, plan })
    const paid = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa', agreed_terms: agreedTerms }
    await kontor.post('', `/v1${new URL(body.subscription_url).pathname}/payments`, paid)
    expect(asked.at(-1)).toMatchObject({ store_card: true, stored_for: 'recurring' })
  })

  it('is the plan of the shop', async () => {
    const card = await kontor.make.card(shop, customer)
    const charge = { payment_profile: shop.profile, customer, card, amount: 2_500, merchant_reference: 'Box 7' }
    await inTransaction(kontor.databases, engineActor(shop.merchant, 'system'), (trx) =>
      chargeCard(trx, { merchant: shop.merchant, ...charge }, new Date()),
    )
    await until(
      async () => asked.length,
      (n) => n === 1,
    )
    expect(asked[0]).toMatchObject({ initiative: 'unscheduled', payer: { reference: customer } })
  })

  it('is the same at every try, whatever is known since, and is kept in no row that can be read', async () => {
    losses = 1
    await payLink(measured)
    const row = async () =>
      (
        await owner.query(
          `select o.*, to_jsonb(o) - 'request_sealed' as text from outbox o where merchant_id = $1
           order by created_at desc, id desc limit 1`,
          [shop.merchant],
        )
      ).rows[0]
    const between = await row()
    expect(between.request_sealed).not.toBeNull()
    expect(JSON.stringify(between.text)).not.toContain('ann@example.com')
    await owner.query(`update customer set email_address = 'other@example.com' where id = $1`, [customer])
    await until(
      async () => asked.length,
      (n) => n === 2,
    )
    expect(asked[1]).toEqual(asked[0])
    await owner.query(`update customer set email_address = 'ann@example.com' where id = $1`, [customer])
    const after = await until(row, ({ done_at }) => done_at !== null)
    expect(after).toMatchObject({ request_sealed: null, asker: null })
  })
})
