import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { CheckoutLimits } from './checkout-routes.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
const window_ms = 60_000

async function started(checkoutLimits: Partial<CheckoutLimits> = {}) {
  kontor = await startTestApp({ checkoutLimits })
  shop = await kontor.make.merchant()
  const ideal = await kontor.make.processor(shop.merchant, { payment_product: 'ideal' })
  await kontor.databases.provider
    .insertInto('payment_profile_processor')
    .values({ merchant_id: shop.merchant, payment_profile_id: shop.profile, processor_id: ideal, position: 1 })
    .execute()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
}
afterEach(() => kontor.stop())

/** The page of a link that many may pay. */
async function ticketSale(): Promise<string> {
  const body = { payment_profile: shop.profile, merchant_reference: 'Ticket', amount: 2_500, reusable: true }
  const { body: link } = await kontor.post(owner, '/v1/paymentlink', body)
  return `/v1/pay/${link.url.split('/pay/')[1]}/payments`
}

const approved = { payment_product: 'card', card_token: 'test_visa' }
const declined = { payment_product: 'card', card_token: 'test_declined_do_not_honor' }

/** Pays several times from one address and counts the answers by their status. */
async function pays(url: string, times: number, order: object, remoteAddress: string) {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < times; index += 1) {
    const payload = { attempt: randomUUID(), ...order }
    const { statusCode } = await kontor.app.inject({ method: 'POST', url, remoteAddress, payload })
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

describe('those who pay from one address, an office or the customers of a carrier', () => {
  it('are refused nothing, by card or by bank, however many they are', async () => {
    await started({
      linkNetwork: { tries: 2, window_ms },
      link: { tries: 3, window_ms },
      network: { tries: 8, window_ms },
    })
    const sale = await ticketSale()
    expect(await pays(sale, 10, approved, '192.0.2.1')).toEqual({ 200: 10 })
    expect(await pays(sale, 5, { payment_product: 'ideal' }, '192.0.2.1')).toEqual({ 200: 5 })
    expect(await pays(sale, 1, approved, '192.0.2.1')).toEqual({ 200: 1 })
  })

  it('pay on while one of them tries out cards at another link', async () => {
    await started({ linkNetwork: { tries: 3, window_ms } })
    const [sale, other] = [await ticketSale(), await ticketSale()]
    expect(await pays(other, 5, declined, '192.0.2.1')).toEqual({ 200: 3, 429: 2 })
    expect(await pays(sale, 2, approved, '192.0.2.1')).toEqual({ 200: 2 })
    // And whoever is elsewhere pays at that link as well.
    expect(await pays(other, 2, approved, '198.51.100.1')).toEqual({ 200: 2 })
  })
})

describe('whoever tries out cards', () => {
  it('ends after so many failures at a link, and hears for how long', async () => {
    await started({ linkNetwork: { tries: 4, window_ms } })
    const sale = await ticketSale()
    expect(await pays(sale, 4, declined, '203.0.113.1')).toEqual({ 200: 4 })
    const payload = { attempt: randomUUID(), ...approved }
    const reply = await kontor.app.inject({ method: 'POST', url: sale, remoteAddress: '203.0.113.1', payload })
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_attempts'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(30)
  })

  it('is stopped over all links, and by the link from all networks', async () => {
    await started({ network: { tries: 4, window_ms }, link: { tries: 6, window_ms } })
    const [one, other] = [await ticketSale(), await ticketSale()]
    expect(await pays(one, 2, declined, '203.0.113.1')).toEqual({ 200: 2 })
    expect(await pays(other, 4, declined, '203.0.113.1')).toEqual({ 200: 2, 429: 2 })
    expect(await pays(one, 3, declined, '203.0.113.2')).toEqual({ 200: 3 })
    expect(await pays(one, 3, declined, '203.0.113.3')).toEqual({ 200: 1, 429: 2 })
  })

  it('is not let through a thousand at once', async () => {
    await started({ linkNetwork: { tries: 4, window_ms } })
    const sale = await ticketSale()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pays(sale, 1, declined, '203.0.113.1')))
    expect(answers.filter((each) => each[200])).toHaveLength(4)
  })
})
