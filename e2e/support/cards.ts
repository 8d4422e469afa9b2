import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { type NewCustomer, newCustomer } from './customers.ts'
import { makeLink } from './links.ts'
import { body, shopCalled } from './payments.ts'
import { expect } from './test.ts'

interface StoredCard {
  id: string
  name: string
  customer: NewCustomer
  payment_profile: string
}

/** A card that only this test uses and that Bloom Nederland may charge. Its holder stored it on a link's page. */
export async function newCard(api: APIRequestContext): Promise<StoredCard> {
  const customer = await newCustomer(api)
  const { id: payment_profile } = await shopCalled(api, 'Bloom Nederland')
  const { url } = await makeLink(api, { customer: customer.id }, 'cardaddlink')
  const order = { attempt: randomUUID(), payment_product: 'card', card_token: `test_visa.122031.${customer.name}` }
  await body(await api.post(`/v1/pay/${url.split('/pay/')[1]}/payments`, { data: order }))
  let cards: { id: string; name: string }[] = []
  const stored = async () => {
    cards = await body(await api.get('/v1/card', { params: { merchant: customer.merchant, customer: customer.id } }))
    return cards.length
  }
  await expect.poll(stored).toBe(1)
  const [card] = cards
  if (!card) throw new Error(`${customer.name} has no card`)
  return { ...card, customer, payment_profile }
}
