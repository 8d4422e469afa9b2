import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'

const absent = '01900000-0000-7000-8000-000000000000'
const password = 'Correct-horse-7'
let kontor: TestApp
let provider: string
let shop: MadeMerchant
let other: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp()
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  shop = await kontor.make.merchant({ name: 'Alpha' })
  other = await kontor.make.merchant({ name: 'Bravo' })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())

const set = (who: string, verb: 'activate' | 'deactivate', id = shop.merchant) =>
  kontor.post(who, `/v1/psp/merchant/${id}/${verb}`)
const session = async (cookie: string) => (await kontor.get(cookie, '/v1/auth/session')).status

describe('switching a merchant off and on', () => {
  it.each(['PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE'] as const)('is for whoever has %s', async (role) => {
    const who = await kontor.make.cookie({ roles: [role] })
    for (const verb of ['deactivate', 'activate'] as const) {
      const { status, body } = await set(who, verb)
      expect([status, body.active, body.name]).toEqual([200, verb === 'activate', 'Alpha'])
    }
  })

  it.each(['PSP_MERCHANT_LIST', 'PSP_SUPER', 'USER_ALL', 'ORGANISATION_ALL'] as const)(
    'is not for %s',
    async (role) => {
      for (const verb of ['deactivate', 'activate'] as const) {
        const { status, body } = await set(await kontor.make.cookie({ roles: [role] }), verb)
        expect([status, body.details.roles]).toEqual([403, ['PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE']])
      }
    },
  )

  it('is not for the merchant itself', async () => {
    const own = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    for (const who of [own, await kontor.make.apiKey(shop.merchant)])
      expect((await set(who, 'activate')).status).toBe(403)
    expect((await set('', 'deactivate')).status).toBe(401)
  })

  it('of a merchant that there is not is refused', async () => {
    for (const id of [absent, 'x', `${shop.merchant}:`])
      expect((await set(provider, 'deactivate', id)).status).toBe(404)
  })

  it('twice is the same as once', async () => {
    for (const _ of [1, 2]) expect((await set(provider, 'activate')).body.active).toBe(true)
  })
})

describe('a deactivated merchant', () => {
  it('has its sessions ended and its users refused, until it is active again', async () => {
    const password_hash = await hashPassword(password)
    const { email } = await kontor.make.user({ merchant: shop.merchant, roles: ['USER_ALL'], password_hash })
    const signIn = () => kontor.post('', '/v1/auth/login', { username: email, password })
    const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const key = await kontor.make.apiKey(shop.merchant)
    const ofOther = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })

    await set(provider, 'deactivate')
    expect(await session(cookie)).toBe(401)
    expect((await signIn()).body.code).toBe('invalid_credentials')
    expect((await kontor.get(key, '/v1/transaction')).status).toBe(401)
    expect([await session(ofOther), await session(provider)]).toEqual([200, 200])

    await set(provider, 'activate')
    // The session was ended, not suspended.
    expect(await session(cookie)).toBe(401)
    expect((await signIn()).status).toBe(200)
    expect((await kontor.get(key, '/v1/transaction')).status).toBe(200)
  })

  it('takes no payment, captures and voids none and pays nothing back, even when the provider asks, until it is active again', async () => {
    const settled = await kontor.make.transaction(shop)
    const payment = {
      payment_profile: shop.profile,
      amount: 1_000,
      payment_product: 'card',
      card_token: 'test_visa',
      merchant_reference: 'R-1',
    }
    const authorize = async (): Promise<string> => {
      const { body } = await kontor.post(provider, '/v1/transaction', { ...payment, capture: false })
      expect(body.status).toBe('AUTHORIZED')
      return body.id
    }
    const [captured, voided] = [await authorize(), await authorize()]
    const attempts = async () => {
      const replies = [
        await kontor.post(provider, '/v1/transaction', payment),
        await kontor.post(provider, `/v1/transaction/${captured}/capture`),
        await kontor.post(provider, `/v1/transaction/${voided}/void`),
        await kontor.post(provider, `/v1/transaction/${settled.id}/refund`, { amount: 1 }),
      ]
      return replies.map(({ status, body }) => `${status} ${status < 300 ? '' : body.code}`.trim())
    }
    await set(provider, 'deactivate')
    expect(await attempts()).toEqual(Array.from({ length: 4 }, () => '409 merchant_inactive'))
    expect((await kontor.get(provider, `/v1/refund?transaction=${settled.id}`)).body).toEqual([])
    await set(provider, 'activate')
    expect(await attempts()).toEqual(['201', '200', '200', '201'])
  })
})
