import { defaultPasswordPolicy } from '@kontor/contract/identity/password.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'

const absent = '01900000-0000-7000-8000-000000000000'
const strict = { length: 20, number: false, uppercase: false, lowercase: true, special: false }
let kontor: TestApp
let provider: string
let password_hash: string

beforeAll(async () => {
  kontor = await startTestApp()
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

const newMerchant = async () => (await kontor.make.merchant()).merchant
const at = (merchant: string) => `/v1/psp/merchant/${merchant}/security`
const body = (changes: object = {}) => ({ password_policy: defaultPasswordPolicy, mfa_required: 'none', ...changes })
const userOf = async (merchant: string) => {
  const { email } = await kontor.make.user({ merchant, roles: ['USER_ALL'], password_hash })
  const who = visitor(kontor)
  return { who, email, signIn: () => who.login(email) }
}

describe("a merchant's sign-in security", () => {
  it('is the default until somebody sets it, and is then what was set', async () => {
    const merchant = await newMerchant()
    expect((await kontor.get(provider, at(merchant))).body).toEqual(body())
    for (const set of [body({ password_policy: strict, mfa_required: 'google' }), body({ mfa_required: 'choice' })]) {
      const { status, body: reply } = await kontor.post(provider, at(merchant), set)
      expect([status, reply]).toEqual([200, set])
      expect((await kontor.get(provider, at(merchant))).body).toEqual(set)
    }
  })

  it.each([
    ['PSP_ALL', 200, 200],
    ['PSP_MERCHANT_ALL', 200, 200],
    ['PSP_MERCHANT_UPDATE', 200, 200],
    ['PSP_MERCHANT_LIST', 200, 403],
    ['PSP_USER_ALL', 403, 403],
    ['USER_ALL', 403, 403],
  ] as const)('with %s is read with %i and set with %i', async (role, read, set) => {
    const [who, merchant] = [await kontor.make.cookie({ roles: [role] }), await newMerchant()]
    expect([
      (await kontor.get(who, at(merchant))).status,
      (await kontor.post(who, at(merchant), body())).status,
    ]).toEqual([read, set])
  })

  it('is nothing to the merchant itself, and of no merchant there is none', async () => {
    const merchant = await newMerchant()
    const own = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    for (const who of [own, await kontor.make.apiKey(merchant)]) {
      expect((await kontor.get(who, at(merchant))).status).toBe(403)
      expect((await kontor.post(who, at(merchant), body())).status).toBe(403)
    }
    for (const id of [absent, 'x']) {
      expect((await kontor.get(provider, at(id))).status).toBe(404)
      expect((await kontor.post(provider, at(id), body())).status).toBe(404)
    }
  })

  it.each([
    ['a length of less than 8', body({ password_policy: { ...strict, length: 7 } })],
    ['a length of more than 64', body({ password_policy: { ...strict, length: 65 } })],
    ['half a policy', body({ password_policy: { length: 12 } })],
    ['a rule that there is not', body({ password_policy: { ...strict, emoji: true } })],
    ['a factor that there is not', body({ mfa_required: 'sms' })],
    ['no factor', { password_policy: strict }],
  ])('takes no %s', async (_what, wrong) => {
    expect((await kontor.post(provider, at(await newMerchant()), wrong)).status).toBe(400)
  })

  it('holds for the next password of its users, and for nobody else', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    await kontor.post(provider, at(merchant), body({ password_policy: strict }))
    const change = async (house: string, next: string) => {
      const { who, signIn } = await userOf(house)
      await signIn()
      return (await who.post('/v1/profile/password', { current_password: password, password: next })).status
    }
    expect(await change(merchant, 'Another-horse-8')).toBe(422)
    expect(await change(merchant, 'an other horse of many words')).toBe(204)
    expect(await change(other, 'Another-horse-8')).toBe(204)
  })

  it('asks for the factor at the next sign-in, and forbids at the next request to switch it off', async () => {
    const merchant = await newMerchant()
    const { who, signIn } = await userOf(merchant)
    expect((await signIn()).body.user).toBeDefined()
    await kontor.post(provider, at(merchant), body({ mfa_required: 'google' }))
    expect((await who.get('/v1/profile')).body).toMatchObject({ mfa_required: true, mfa_types: ['google'] })
    expect((await who.post('/v1/profile/mfa/off', { password })).body.code).toBe('mfa_required')
    expect((await signIn()).body).toEqual({ mfa_setup_token: expect.any(String), required_type: 'google' })
    await kontor.post(provider, at(merchant), body())
    expect((await signIn()).body.user).toBeDefined()
  })
})
