import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { hashPassword } from '../sign-in/password.ts'

const minute = 60_000
const password = 'Correct-horse-7'
let now = Date.now()
let kontor: TestApp
let shop: MadeMerchant
let user: { id: string; email: string }
let cookie: string

beforeAll(async () => {
  kontor = await startTestApp({ clock: { now: () => new Date(now) } })
  shop = await kontor.make.merchant()
  user = await kontor.make.user({
    merchant: shop.merchant,
    roles: ['TRANSACTION_LIST', 'TAG_LIST'],
    password_hash: await hashPassword(password),
  })
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  cookie = await signIn(user.email)
})

async function signIn(username: string): Promise<string> {
  const reply = await kontor.post('', '/v1/auth/login', { username, password })
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const after = (ms: number) => {
  now += ms
}
const status = async (path = '/v1/auth/session') => (await kontor.get(cookie, path)).status
const activity = async () => (await kontor.call(cookie, 'POST', '/v1/auth/activity')).status

describe('a session', () => {
  it('lasts for 30 minutes without activity, and not a moment longer', async () => {
    after(30 * minute - 1)
    expect(await status()).toBe(200)
    after(1)
    const { status: ended, body } = await kontor.get(cookie, '/v1/transaction')
    expect([ended, body.code]).toEqual([401, 'session_expired'])
  })

  it('is not kept alive by polling', async () => {
    for (let minutes = 0; minutes < 30; minutes += 1) {
      expect([minutes, await status(minutes % 2 ? '/v1/transaction' : '/v1/auth/session')]).toEqual([minutes, 200])
      after(minute)
    }
    expect(await status()).toBe(401)
  })

  it('is kept alive by a person who is there', async () => {
    after(29 * minute)
    expect(await activity()).toBe(204)
    after(29 * minute)
    expect(await status()).toBe(200)
    after(minute)
    expect(await status()).toBe(401)
  })

  it('is not woken up by activity that comes too late', async () => {
    after(30 * minute)
    expect(await activity()).toBe(401)
    expect(await status()).toBe(401)
  })

  it('ends after twelve hours, whoever is there', async () => {
    for (let hours = 0; hours < 12; hours += 1 / 3) {
      expect(await activity()).toBe(204)
      after(20 * minute)
    }
    expect(await status()).toBe(401)
    expect(await activity()).toBe(401)
  })

  it('of a merchant’s people ends after the minutes of the merchant, from the next request on', async () => {
    const staff = await kontor.make.user({ roles: ['PSP_ALL'], password_hash: await hashPassword(password) })
    const provider = await signIn(staff.email)
    const at = `/v1/psp/merchant/${shop.merchant}/security`
    const { body } = await kontor.get(provider, at)
    const { password_policy, mfa_required } = body
    const set = (session_minutes: number | null) =>
      kontor.post(provider, at, { password_policy, mfa_required, session_minutes })
    after(11 * minute)
    expect(await status('/v1/transaction')).toBe(200)
    await set(12)
    const session = (await kontor.get(cookie, '/v1/auth/session')).body
    expect([Date.parse(session.idle_expires_at) - now, session.idle_minutes]).toEqual([minute, 12])
    await set(11)
    expect([await status(), await activity()]).toEqual([401, 401])
    // The silence counts, whatever ended: with more minutes it has not been too long.
    expect((await set(null)).status).toBe(200)
    expect([await status(), await activity()]).toEqual([200, 204])
    await set(12)
    after(12 * minute - 1)
    expect(await status()).toBe(200)
    expect((await kontor.get(cookie, '/v1/profile/session')).body).toHaveLength(1)
    after(1)
    expect(await status()).toBe(401)
    expect(await status('/v1/transaction')).toBe(401)
    // The provider's own people have the minutes of the installation.
    expect((await kontor.get(provider, '/v1/auth/session')).body.idle_minutes).toBe(30)
    await set(null)
  })

  it('says when it ends', async () => {
    const { body } = await kontor.get(cookie, '/v1/auth/session')
    expect(Date.parse(body.idle_expires_at) - now).toBe(30 * minute)
    expect(Date.parse(body.expires_at) - now).toBe(12 * 60 * minute)
  })
})

describe('at the next request is felt', () => {
  const { provider } = { provider: () => kontor.databases.provider }
  const grant = (role: string) => provider().insertInto('role_grant').values({ user_id: user.id, role }).execute()

  it('a role that was taken', async () => {
    expect([await status('/v1/transaction'), await status('/v1/tag')]).toEqual([200, 200])
    await provider().deleteFrom('role_grant').where('role', '=', 'TAG_LIST').execute()
    expect([await status('/v1/transaction'), await status('/v1/tag')]).toEqual([200, 403])
    await grant('TAG_LIST')
    expect(await status('/v1/tag')).toBe(200)
  })

  it('a user who was disabled, in every session', async () => {
    const set = (active: boolean) =>
      provider().updateTable('platform_user').set({ active }).where('id', '=', user.id).execute()
    await set(false)
    for (const path of ['/v1/auth/session', '/v1/transaction', '/v1/transaction/export'])
      expect(await status(path)).toBe(401)
    expect(await activity()).toBe(401)
    await set(true)
    expect(await status()).toBe(200)
  })

  it('a merchant that was deactivated', async () => {
    const set = (active: boolean) =>
      provider().updateTable('merchant').set({ active }).where('id', '=', shop.merchant).execute()
    await set(false)
    expect([await status(), await status('/v1/transaction')]).toEqual([401, 401])
    await set(true)
  })
})
