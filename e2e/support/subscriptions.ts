import { randomUUID } from 'node:crypto'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import { type APIRequestContext, expect } from '@playwright/test'
import { type NewCustomer, newCustomer } from './customers.ts'
import { body } from './payments.ts'

interface NewSubscription {
  id: string
  subscription_url: string
  customer: NewCustomer
}

/** A customer of this test only, subscribed to a monthly flower plan of the demo. */
export async function newSubscription(api: APIRequestContext, given: object = {}): Promise<NewSubscription> {
  const customer = await newCustomer(api)
  const params = { merchant: customer.merchant, interval: 'month', _search_by: 'name', _search: 'Boeket' }
  const [plan] = await body<{ id: string }[]>(await api.get('/v1/plan', { params }))
  const data = { plan: plan?.id, customer: customer.id, ...given }
  const made = await api.post(`/v1/subscription?merchant=${customer.merchant}`, { data })
  return { ...(await body<Omit<NewSubscription, 'customer'>>(made)), customer }
}

/** A subscription whose first payment was made on its page. */
export async function runningSubscription(api: APIRequestContext): Promise<NewSubscription> {
  const subscription = await newSubscription(api)
  const { customer, subscription_url } = subscription
  const data = {
    attempt: randomUUID(),
    payment_product: 'card',
    card_token: `test_visa.122031.${customer.name}`,
    agreed_terms: agreedTerms,
  }
  await body(await api.post(`/v1/pay/${subscription_url.split('/pay/')[1]}/payments`, { data }))
  // The processor may answer after the page.
  const read = async () => (await body<{ status: string }>(await api.get(`/v1/subscription/${subscription.id}`))).status
  await expect.poll(read).toBe('ACTIVE')
  return subscription
}
