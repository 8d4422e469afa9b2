import type { APIRequestContext } from '@playwright/test'
import { body, newReference, shopCalled } from './payments.ts'

export interface NewCustomer {
  id: string
  merchant: string
  name: string
  email_address: string
}

/** A customer that only this test finds, changes or deletes. */
export async function newCustomer(api: APIRequestContext, shop = 'Bloom Nederland'): Promise<NewCustomer> {
  const { merchant } = await shopCalled(api, shop)
  const name = newReference().slice(4, 14)
  const data = { organisation: merchant, email_address: `${name}@example.com`, last_name: name }
  const { id } = await body<{ id: string }>(await api.post(`/v1/customer?merchant=${merchant}`, { data }))
  return { id, merchant, name, email_address: data.email_address }
}
