import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'

interface Payment {
  /** The name of the payment profile. */
  shop: string
  /** Minor units of the shop's currency. */
  amount: number
  capture?: boolean
  reference?: string
  card?: string
  customer?: string
  terminal?: string
  /** Returns the first answer, before the outcome is known. */
  noWait?: boolean
}

export interface Paid {
  id: string
  merchant_reference: string
  merchant: string
  status: string
  amount: number
  refunded_amount: number
}

/** A reference that no other payment has. It consists of letters, because many digits could look like a card number. */
export const newReference = (): string => `E2E-${randomUUID().replaceAll(/[^a-f]/g, '')}`

/** A card payment that only this test uses, made through the sandbox. */
export async function pay(
  api: APIRequestContext,
  { shop, amount, capture = true, reference = newReference(), card = 'test_visa', noWait = false, ...more }: Payment,
): Promise<Paid> {
  const { id: payment_profile, merchant } = await shopCalled(api, shop)
  const data = {
    payment_profile,
    amount,
    capture,
    payment_product: 'card',
    merchant_reference: reference,
    card_token: card,
    country_code: 'NL',
    ...more,
  }
  const headers: Record<string, string> = noWait ? { prefer: 'respond-async' } : {}
  return body(await api.post(`/v1/transaction?merchant=${merchant}`, { data, headers }))
}

interface Shop {
  id: string
  name: string
  merchant: string
}

export async function shopCalled(api: APIRequestContext, name: string): Promise<Shop> {
  const params = { _search_by: 'name', _search: name, _limit: 100 }
  const shops = await body<Shop[]>(await api.get('/v1/paymentprofile', { params }))
  const shop = shops.find((each) => each.name === name)
  if (!shop) throw new Error(`There is no shop ${name}`)
  return shop
}

export async function merchantCalled(api: APIRequestContext, name: string): Promise<string> {
  const params = { _search_by: 'name', _search: name }
  const [merchant] = await body<{ id: string }[]>(await api.get('/v1/psp/merchant', { params }))
  if (!merchant) throw new Error(`There is no merchant ${name}`)
  return merchant.id
}

export const refundsOf = async (
  api: APIRequestContext,
  transaction: string,
): Promise<{ id: string; amount: number }[]> => body(await api.get('/v1/refund', { params: { transaction } }))

export const transactionOf = async (api: APIRequestContext, id: string): Promise<Paid> =>
  body(await api.get(`/v1/transaction/${id}`))

/** A range that ends yesterday: other tests only add payments of today. */
export const untilYesterday = (): string =>
  `created_at<=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`

/** The server's count of rows for the query of a list's address. */
export async function countOf(api: APIRequestContext, resource: string, query: string): Promise<number> {
  const { count } = await body<{ count: number }>(await api.get(`/v1/${resource}/count?${query}`))
  return count
}

export async function body<T>(reply: APIResponse): Promise<T> {
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

interface Charged {
  id: string
  transaction: string
  merchant_reference: string
}

/** A payment that only this test uses and that the sandbox charges back. */
export async function chargedBack(api: APIRequestContext, amount = 4200): Promise<Charged> {
  const paid = await pay(api, { shop: 'Bloom Nederland', amount, card: 'test_chargeback' })
  let found: Charged | undefined
  await expect
    .poll(
      async () => {
        const rows: Charged[] = await (await api.get(`/v1/chargeback?transaction=${paid.id}`)).json()
        found = rows[0]
        return rows.length
      },
      { timeout: 40_000 },
    )
    .toBe(1)
  // The cast is safe: the poll above ends when there is one.
  return found as Charged
}
