import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../sign-in/password.ts'

const absent = '01900000-0000-7000-8000-000000000000'
let kontor: TestApp
let merchant: string
let password_hash: string

beforeAll(async () => {
  kontor = await startTestApp()
  merchant = (await kontor.make.merchant()).merchant
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

const ofMerchant = (who: string, id: string, mfa_required: string) =>
  kontor.post(who, `/v1/user/${id}/mfa`, { mfa_required })
const ofProvider = (who: string, id: string, mfa_required: string) =>
  kontor.post(who, `/v1/psp/user/${id}/mfa`, { mfa_required })
const signIn = async (email: string) => (await visitor(kontor).login(email)).body

describe("what a merchant's user needs to sign in", () => {
  it.each([
    ['USER_ALL', 200],
    ['PLATFORMUSER_ALL', 200],
    ['PLATFORMUSER_UPDATE', 200],
    ['PLATFORMUSER_LIST', 403],
    ['ORGANISATION_ALL', 403],
  ] as const)('is set by a colleague with %s: %i', async (role, status) => {
    const { id } = await kontor.make.user({ merchant })
    expect((await ofMerchant(await kontor.make.cookie({ merchant, roles: [role] }), id, 'choice')).status).toBe(status)
  })

  it('is asked for at the next sign-in', async () => {
    const { id, email } = await kontor.make.user({ merchant, password_hash })
    const who = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    expect((await ofMerchant(who, id, 'google')).body).toEqual({ id, mfa_required: 'google' })
    expect((await signIn(email)).required_type).toBe('google')
    await ofMerchant(who, id, 'none')
    expect((await signIn(email)).user).toBeDefined()
  })

  it('adds to what the merchant asks of everybody, and takes nothing from it', async () => {
    const { id, email } = await kontor.make.user({ merchant, password_hash })
    const who = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const required = async (house: string, own: string) => {
      await kontor.databases.provider
        .updateTable('merchant')
        .set({ mfa_required: house })
        .where('id', '=', merchant)
        .execute()
      await ofMerchant(who, id, own)
      const { required_type, user } = await signIn(email)
      return user ? 'none' : (required_type ?? 'choice')
    }
    expect([await required('google', 'email'), await required('email', 'google')]).toEqual(['google', 'google'])
    expect([await required('choice', 'none'), await required('none', 'choice')]).toEqual(['choice', 'choice'])
    expect(await required('none', 'none')).toBe('none')
  })

  it('is set neither from another merchant, nor from another branch, nor for oneself', async () => {
    const { id } = await kontor.make.user({ merchant })
    const stranger = await kontor.make.cookie({
      merchant: (await kontor.make.merchant()).merchant,
      roles: ['USER_ALL'],
    })
    const branch = await kontor.make.organisation(merchant)
    const beside = await kontor.make.cookie({ merchant, organisation: branch, roles: ['USER_ALL'] })
    const staff = await kontor.make.user({})
    const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const own = (await kontor.get(owner, '/v1/auth/session')).body.id
    const replies = [
      await ofMerchant(stranger, id, 'email'),
      await ofMerchant(stranger, absent, 'email'),
      await ofMerchant(beside, id, 'email'),
      await ofMerchant(owner, staff.id, 'email'),
      await ofMerchant(owner, own, 'none'),
    ]
    expect(replies.map(({ body }) => body.code)).toEqual([...Array(4).fill('not_found'), 'own_account'])
  })
})

describe("what one of the provider's staff needs to sign in", () => {
  it.each([
    ['PSP_ALL', 200],
    ['PSP_USER_ALL', 200],
    ['PSP_USER_UPDATE', 200],
    ['PSP_USER_LIST', 403],
    ['PLATFORMUSER_ALL', 403],
    ['USER_ALL', 403],
  ] as const)('is set by a colleague with %s: %i', async (role, status) => {
    const { id, email } = await kontor.make.user({ password_hash })
    expect((await ofProvider(await kontor.make.cookie({ roles: [role] }), id, 'email')).status).toBe(status)
    expect((await signIn(email)).required_type).toBe(status === 200 ? 'email' : undefined)
  })

  it('is not set where the user is a merchant’s, or is oneself', async () => {
    const who = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const own = (await kontor.get(who, '/v1/auth/session')).body.id
    const { id } = await kontor.make.user({ merchant })
    const replies = [await ofProvider(who, id, 'email'), await ofProvider(who, own, 'none')]
    expect(replies.map(({ body }) => body.code)).toEqual(['not_found', 'own_account'])
  })

  it('of a super user is set by another one alone, and is never a mailbox', async () => {
    const { id } = await kontor.make.user({ roles: ['PSP_SUPER'] })
    const [staff, other] = [
      await kontor.make.cookie({ roles: ['PSP_ALL'] }),
      await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] }),
    ]
    const refused = await ofProvider(staff, id, 'none')
    expect([refused.status, refused.body.details.roles]).toEqual([403, ['PSP_SUPER']])
    expect((await ofProvider(other, id, 'email')).body.code).toBe('mfa_type_refused')
    expect((await ofProvider(other, id, 'google')).status).toBe(200)
  })
})
