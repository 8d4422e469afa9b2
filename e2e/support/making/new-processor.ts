import type { APIRequestContext } from '@playwright/test'
import { body } from '../payments.ts'

/** Another processor of the merchant, at the account of the first one. */
export async function newProcessor(api: APIRequestContext, merchant: string, name: string, payment_product: string) {
  const [user] = await body<{ id: string }[]>(await api.get(`/v1/processor/user?seen_by=${merchant}`))
  const details = [
    { name: 'api_key', value: 'unknown-key' },
    { name: 'notification_secret', value: `whsec_${btoa('a secret of the tests')}` },
  ]
  const named = { name, description: 'Our account', organisation: merchant, user: user?.id, details }
  const data = { ...named, gateway: 'sandbox', mode: 'test', payment_product }
  return body<{ id: string }>(await api.post('/v1/processor', { data }))
}
