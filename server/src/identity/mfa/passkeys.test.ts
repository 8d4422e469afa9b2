import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAuthenticator } from '../../../test/signing-in/authenticator.ts'
import { password, type Visitor, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../sign-in/password.ts'

let kontor: TestApp
let password_hash: string

beforeAll(async () => {
  kontor = await startTestApp()
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

const newUser = (given: Parameters<TestApp['make']['user']>[0] = {}) => kontor.make.user({ password_hash, ...given })

async function addPasskey(who: Visitor, authenticator = makeAuthenticator(), name = 'Laptop') {
  const { body } = await who.post('/v1/profile/passkey/options', { password })
  const response = authenticator.register(body.options)
  const added = await who.post('/v1/profile/passkey', { token: body.token, name, response })
  return { authenticator, added, token: body.token as string, response }
}

async function userWithPasskey(given = {}) {
  const user = await newUser(given)
  const who = visitor(kontor)
  await who.login(user.email)
  return { ...user, who, ...(await addPasskey(who)) }
}

type Authenticator = ReturnType<typeof makeAuthenticator>

async function signInWith(authenticator: Authenticator, how: Parameters<Authenticator['sign']>[1] = {}) {
  const who = visitor(kontor)
  const { body } = await who.post('/v1/auth/passkey/options')
  const response = authenticator.sign(body.options, how)
  const reply = await who.post('/v1/auth/passkey', { token: body.token, response })
  return { who, reply, again: () => visitor(kontor).post('/v1/auth/passkey', { token: body.token, response }) }
}

describe('a passkey', () => {
  it('is added by the profile, after the password, and listed', async () => {
    const { who, added } = await userWithPasskey()
    expect([added.status, added.body.name]).toEqual([201, 'Laptop'])
    expect((await who.get('/v1/profile/passkey')).body).toEqual([added.body])
    expect((await who.post('/v1/profile/passkey/options', { password: 'wrong' })).body.code).toBe('invalid_password')
  })

  it('signs in by itself, once for each challenge', async () => {
    const { id, email, authenticator, who } = await userWithPasskey()
    const { reply, again } = await signInWith(authenticator)
    expect([reply.status, reply.body.user.email]).toEqual([200, email])
    expect((await again()).body.code).toBe('invalid_token')
    const [event] = (await who.get('/v1/profile/event')).body
    expect(event).toMatchObject({ kind: 'signed_in', method: 'passkey' })
    const row = await kontor.databases.provider
      .selectFrom('passkey')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.counter).toBeGreaterThan(1)
    expect(row.last_used_at).not.toBeNull()
  })

  it.each([
    ['that nobody added', () => makeAuthenticator(), {}],
    ['of other pages', () => makeAuthenticator('https://evil.example'), {}],
  ])('%s is refused', async (_name, make, how) => {
    const authenticator = make()
    authenticator.register({ user: { id: 'AAAA' }, rp: { id: 'localhost' }, challenge: 'x' })
    const { reply, who } = await signInWith(authenticator, how)
    expect([reply.status, reply.body.code]).toEqual([422, 'passkey_refused'])
    expect(who.cookies.size).toBe(0)
  })

  it('that did not make sure of the person, or signed another challenge, is refused', async () => {
    const { authenticator } = await userWithPasskey()
    expect((await signInWith(authenticator, { verified: false })).reply.body.code).toBe('passkey_refused')
    expect((await signInWith(authenticator, { challenge: 'b3RoZXI' })).reply.body.code).toBe('passkey_refused')
  })

  it('whose counter does not go up is a copy, and refused', async () => {
    const { id, authenticator } = await userWithPasskey()
    await kontor.databases.provider.updateTable('passkey').set({ counter: 1_000 }).where('user_id', '=', id).execute()
    expect((await signInWith(authenticator)).reply.body.code).toBe('passkey_refused')
  })

  it('made for other pages, or in answer to another’s challenge, cannot be added', async () => {
    const { email } = await newUser()
    const who = visitor(kontor)
    await who.login(email)
    expect((await addPasskey(who, makeAuthenticator('https://evil.example'))).added.body.code).toBe('passkey_refused')
    const other = await userWithPasskey()
    const { body } = await who.post('/v1/profile/passkey/options', { password })
    const response = makeAuthenticator().register(body.options)
    const stolen = await other.who.post('/v1/profile/passkey', { token: body.token, name: 'Theirs', response })
    expect(stolen.body.code).toBe('invalid_token')
    const twice = await who.post('/v1/profile/passkey', { token: other.token, name: 'Again', response: other.response })
    expect(twice.body.code).toBe('invalid_token')
  })

  it('opens nothing once it was removed, and is removed by nobody else', async () => {
    const { who, added, authenticator } = await userWithPasskey()
    const other = visitor(kontor)
    await other.login((await newUser()).email)
    expect((await other.delete(`/v1/profile/passkey/${added.body.id}`)).status).toBe(404)
    expect((await who.delete(`/v1/profile/passkey/${added.body.id}`)).status).toBe(204)
    expect((await signInWith(authenticator)).reply.body.code).toBe('passkey_refused')
  })

  it.each(['disabled', 'locked', 'of a deactivated merchant'])('of a user who is %s is refused', async (state) => {
    const { merchant } = await kontor.make.merchant()
    const { id, authenticator } = await userWithPasskey({ merchant })
    const db = kontor.databases.provider
    if (state === 'disabled')
      await db.updateTable('platform_user').set({ active: false }).where('id', '=', id).execute()
    else if (state === 'locked')
      await db.updateTable('platform_user').set({ locked_at: new Date().toISOString() }).where('id', '=', id).execute()
    else await db.updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute()
    expect((await signInWith(authenticator)).reply.body.code).toBe('passkey_refused')
  })

  it('is a second factor where one is asked for', async () => {
    const { id, email, authenticator } = await userWithPasskey()
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ mfa_type: 'email' })
      .where('id', '=', id)
      .execute()
    const who = visitor(kontor)
    const { body } = await who.login(email)
    const step = { username: email, token: body.mfa_token }
    const options = await who.post('/v1/auth/mfa/passkey/options', step)
    expect(options.body.allowCredentials.length).toBe(1)
    const other = makeAuthenticator()
    other.register({ user: { id: 'AAAA' }, rp: { id: 'localhost' }, challenge: 'x' })
    const wrong = await who.post('/v1/auth/mfa/passkey', { ...step, response: other.sign(options.body) })
    expect(wrong.body.code).toBe('passkey_refused')
    const right = await who.post('/v1/auth/mfa/passkey', {
      ...step,
      response: authenticator.sign(options.body, { verified: false }),
    })
    expect([right.status, right.body.user.email]).toEqual([200, email])
  })

  it('is not asked for where there is none', async () => {
    const { id, email } = await newUser()
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ mfa_type: 'email' })
      .where('id', '=', id)
      .execute()
    const { body } = await visitor(kontor).login(email)
    const asked = await visitor(kontor).post('/v1/auth/mfa/passkey/options', { username: email, token: body.mfa_token })
    expect([asked.status, asked.body.code]).toEqual([409, 'no_passkey'])
  })
})
