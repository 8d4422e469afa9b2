import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'
import type { MadeMerchant } from './make.ts'

/** The values of a credential of the sandbox. */
export interface Keys {
  api_key: string
  notification_secret: string
}

export const newKeys = (): Keys => ({
  api_key: `key-${randomUUID()}`,
  notification_secret: `whsec_${randomBytes(24).toString('base64')}`,
})

/** The values of a credential, as the commands take them. */
export const detailsOf = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }))

/** Opens an account at the sandbox, or gives it other keys. */
export async function openAccount(kontor: TestApp, name: string, merchant: string, keys: Keys): Promise<void> {
  const body = { ...keys, notification_url: `${kontor.url}/v1/processornotification/${merchant}` }
  const reply = await fetch(`${kontor.sandboxUrl}/v1/accounts/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
}

/** A merchant, the person who looks after its account, and what a processor of it is made of. */
export async function newShop(kontor: TestApp) {
  const shop = await kontor.make.merchant()
  const { id: user } = await kontor.make.user({ merchant: shop.merchant })
  const named = { name: 'Cards', organisation: shop.merchant, description: 'The account of the shop', user }
  return { shop, user, named: { ...named, gateway: 'sandbox', mode: 'test', payment_product: 'card' } }
}

/** A processor with an account of its own at the sandbox, and a shop that uses it. */
export async function connected(kontor: TestApp, staff: string) {
  const { shop, user, named } = await newShop(kontor)
  const keys = newKeys()
  const name = `a-${randomUUID()}`
  await openAccount(kontor, name, shop.merchant, keys)
  const made = await kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(keys) })
  expect(made.status).toBe(201)
  const id: string = made.body.id
  const profile = await kontor.make.profile(shop.merchant, { processors: [id], currency_code: 'EUR' })
  return { shop: { ...shop, processor: id, profile } as MadeMerchant, user, named, keys, name, id, made: made.body }
}

export const payment = (shop: MadeMerchant, capture = true) => ({
  ...{ payment_profile: shop.profile, amount: 1250, payment_product: 'card', card_token: 'test_visa', capture },
  merchant_reference: randomUUID(),
})

/** Sends a notification that is signed with a secret; `address` is that of a merchant or of a processor. */
export function notify(kontor: TestApp, address: string, secret: string): Promise<Response> {
  const body = JSON.stringify({ type: 'something_new', data: {} })
  const id = randomUUID()
  const at = new Date()
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return fetch(`${kontor.url}/v1/processornotification/${address}`, { method: 'POST', headers, body })
}
