import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  const customer = await kontor.make.customer(shop.merchant, {
    first_name: 'Ida',
    last_name: 'Vos',
    email_address: 'ida@test.example',
    reference: 'C-7',
  })
  await kontor.make.transaction(shop, { customer })
})
afterAll(() => kontor.stop())

const related = async (who: string) =>
  (await kontor.get(who, '/v1/transaction?_populate=customer,payment_profile')).body[0] as {
    customer: Record<string, unknown>
    payment_profile: Record<string, unknown>
  }

describe('a row in the place of its id', () => {
  it('says what it is called to whoever has no role for such rows, and nothing personal', async () => {
    const callers = [
      await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] }),
      await kontor.make.apiKey(shop.merchant, ['TRANSACTION_LIST']),
    ]
    for (const who of callers) {
      expect((await kontor.get(who, '/v1/customer')).status).toBe(403)
      const { customer, payment_profile } = await related(who)
      expect(Object.keys(customer).sort()).toEqual(['id', 'merchant', 'name', 'organisation', 'reference'])
      expect(customer).toMatchObject({ name: 'Ida Vos', reference: 'C-7' })
      expect(payment_profile).toMatchObject({ id: shop.profile, currency_code: 'EUR' })
      expect(Object.keys(payment_profile).filter((name) => /webhook|largest/.test(name))).toEqual([])
    }
  })

  it('is whole for whoever may list such rows, each for itself', async () => {
    const both = await related(
      await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST', 'CUSTOMER_LIST'] }),
    )
    expect(both.customer).toMatchObject({ email_address: 'ida@test.example' })
    expect(both.payment_profile).not.toHaveProperty('webhook_transaction_update')
    const all = await related(await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] }))
    expect(all.customer).toMatchObject({ email_address: 'ida@test.example' })
    expect(all.payment_profile).toHaveProperty('webhook_transaction_update')
  })
})
