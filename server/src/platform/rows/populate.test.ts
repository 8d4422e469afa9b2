import type { Role } from '@kontor/contract/roles'
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
  await kontor.make.scheduled(shop, { customer })
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

describe('a search by the customer', () => {
  const byCustomer = (text: string) => `_search_by=customer&_search=${encodeURIComponent(text)}`
  const found = async (who: string, of: string, text: string): Promise<number> =>
    (await kontor.get(who, `/v1/${of}/count?${byCustomer(text)}`)).body.count

  it.each([
    ['transaction', 'TRANSACTION_LIST'],
    ['scheduledtransaction', 'SCHEDULED_TRANSACTION_LIST'],
  ] as const)('of a %s looks for an e-mail address only for whoever may read customers', async (of, role) => {
    const alone = await kontor.make.cookie({ merchant: shop.merchant, roles: [role] })
    for (const text of ['ida@test.example', 'ida@', 'test.ex'])
      expect([text, await found(alone, of, text)]).toEqual([text, 0])
    for (const text of ['Ida V', 'C-7']) expect([text, await found(alone, of, text)]).toEqual([text, 1])
    const { body: file } = await kontor.get(alone, `/v1/${of}/export?format=json&${byCustomer('ida@')}`)
    expect(file).toEqual([])
    const both = await kontor.make.cookie({ merchant: shop.merchant, roles: [role, 'CUSTOMER_LIST'] })
    for (const text of ['ida@test.example', 'Ida V', 'C-7'])
      expect([text, await found(both, of, text)]).toEqual([text, 1])
  })

  it('names a customer without a name by its address only to whoever may read customers', async () => {
    const nameless = await kontor.make.customer(shop.merchant, { email_address: 'nobody@test.example' })
    await kontor.databases.provider
      .updateTable('customer')
      .set({ first_name: null, last_name: null })
      .where('id', '=', nameless)
      .execute()
    const { id } = await kontor.make.scheduled(shop, { customer: nameless })
    const nameFor = async (roles: Role[]) =>
      (await kontor.get(await kontor.make.cookie({ merchant: shop.merchant, roles }), `/v1/scheduledtransaction/${id}`))
        .body.customer_name
    expect(await nameFor(['SCHEDULED_TRANSACTION_LIST'])).toBeNull()
    expect(await nameFor(['SCHEDULED_TRANSACTION_LIST', 'CUSTOMER_LIST'])).toBe('nobody@test.example')
  })
})
