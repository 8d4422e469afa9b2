import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { hashPassword } from './password.ts'

const password = 'Correct-horse-7'
let kontor: TestApp
let secure: TestApp
let password_hash: string

beforeAll(async () => {
  kontor = await startTestApp()
  secure = await startTestApp({ publicUrl: 'https://kontor.example' })
  password_hash = await hashPassword(password)
})
afterAll(() => Promise.all([kontor.stop(), secure.stop()]))

const signIn = (username: string, given = password, who = '') =>
  kontor.post(who, '/v1/auth/login', { username, password: given })
const cookieOf = (reply: Reply) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const session = (who: string) => kontor.get(who, '/v1/auth/session')

/** The parts of an answer that a caller can compare; values that differ in every answer are left out. */
const visible = ({ status, body, headers }: Reply) => ({
  status,
  body: { ...body, request_id: '' },
  headers: [...headers].filter(([name]) => !['date', 'keep-alive'].includes(name)),
})

describe('signing in', () => {
  it('with the right password begins a session', async () => {
    const shop = await kontor.make.merchant({ name: 'Alpha' })
    const { id, email } = await kontor.make.user({ merchant: shop.merchant, roles: ['TAG_LIST'], password_hash })
    const reply = await signIn(email)
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({
      id,
      email,
      psp: false,
      roles: ['TAG_LIST'],
      merchant: shop.merchant,
      merchant_name: 'Alpha',
      time_zone: 'Europe/Amsterdam',
    })
    expect(JSON.stringify(reply.body)).not.toContain('hash')
    expect((await session(cookieOf(reply))).body).toEqual(reply.body.user)
  })

  it('does not mind how the address is spelt', async () => {
    await kontor.make.user({ email: 'Zoe.Jansen@Test.Example', password_hash })
    expect((await signIn('zoe.jansen@TEST.example')).status).toBe(200)
  })

  it('is refused alike for a wrong password, nobody, whoever may not enter, and whoever has no password', async () => {
    const closed = await kontor.make.merchant({ active: false })
    const { email } = await kontor.make.user({ password_hash })
    const wrong = await signIn(email, 'Wrong-horse-7')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    expect(wrong.headers.getSetCookie()).toEqual([])
    for (const user of [
      { email: 'nobody@test.example' },
      await kontor.make.user({ password_hash, active: false }),
      await kontor.make.user({ password_hash, merchant: closed.merchant, roles: ['USER_ALL'] }),
      await kontor.make.user({}),
    ])
      expect(visible(await signIn(user.email))).toEqual(visible(wrong))
  })

  it.each([
    [{}, ['body.username', 'body.password']],
    [{ username: 'zoe', password }, ['body.username']],
    [{ username: 'zoe@test.example', password: 'a' }, ['body.password']],
    [{ username: 'zoe@test.example', password, psp: true }, ['body.psp']],
    [{ username: ['zoe@test.example'], password }, ['body.username']],
    [{ username: { ne: '' }, password }, ['body.username']],
    [{ username: 'zoe@test.example', password: 'x'.repeat(1025) }, ['body.password']],
  ])('with %j is refused by the name of the field', async (body, keys) => {
    const reply = await kontor.post('', '/v1/auth/login', body)
    expect([reply.status, reply.body.code, Object.keys(reply.body.details)]).toEqual([400, 'invalid_request', keys])
  })

  it('anew gives another session and ends the one before', async () => {
    const { email } = await kontor.make.user({ password_hash })
    const before = cookieOf(await signIn(email))
    const after = cookieOf(await signIn(email, password, before))
    expect(after).not.toBe(before)
    expect([(await session(before)).status, (await session(after)).status]).toEqual([401, 200])
  })

  it('never takes a session id from outside', async () => {
    const { email } = await kontor.make.user({ password_hash })
    const given = cookieOf(await signIn(email, password, 'kontor=chosen-by-somebody-else'))
    expect(given).not.toContain('chosen')
    expect((await session('kontor=chosen-by-somebody-else')).status).toBe(401)
  })
})

describe('the session cookie', () => {
  it('is for this host, this site and HTTP alone', async () => {
    const { email } = await kontor.make.user({ password_hash })
    const [cookie] = (await signIn(email)).headers.getSetCookie()
    expect(cookie?.replace(/=[^;]+/, '=')).toBe('kontor=; Path=/; HttpOnly; SameSite=Strict')
    // 256 bits in base64url.
    expect(cookie?.split(';')[0]).toMatch(/^kontor=[\w-]{43}$/)
  })

  it('is bound to https where there is https', async () => {
    const { email } = await secure.make.user({ password_hash })
    const reply = await secure.post('', '/v1/auth/login', { username: email, password })
    const [cookie] = reply.headers.getSetCookie()
    expect(cookie?.replace(/=[^;]+/, '=')).toBe('__Host-kontor=; Path=/; HttpOnly; Secure; SameSite=Strict')
    expect((await secure.get(cookieOf(reply), '/v1/auth/session')).status).toBe(200)
  })

  it('under its plain name is worth nothing where there is https: another host of the domain could set it', async () => {
    const { email } = await secure.make.user({ password_hash })
    const reply = await secure.post('', '/v1/auth/login', { username: email, password })
    const plain = cookieOf(reply).replace('__Host-', '')
    expect((await secure.get(plain, '/v1/auth/session')).status).toBe(401)
  })

  it('is kept in the database as a hash', async () => {
    const { email } = await kontor.make.user({ password_hash })
    const secret = cookieOf(await signIn(email)).split('=')[1] ?? ''
    const sessions = await kontor.databases.provider.selectFrom('session').select('token_hash').execute()
    expect(sessions.length).toBeGreaterThan(0)
    expect(sessions.filter(({ token_hash }) => token_hash.includes(secret))).toEqual([])
  })
})

describe('signing out', () => {
  it('ends the session on the server, clears the cookie and says so to the browser’s cache', async () => {
    const { email } = await kontor.make.user({ password_hash })
    const cookie = cookieOf(await signIn(email))
    const reply = await kontor.call(cookie, 'POST', '/v1/auth/logout')
    expect([reply.status, reply.headers.get('clear-site-data')]).toEqual([204, '"cache"'])
    expect(reply.headers.getSetCookie()[0]).toMatch(/^kontor=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    const after = await session(cookie)
    expect([after.status, after.body.code]).toEqual([401, 'session_expired'])
    expect((await kontor.call(cookie, 'POST', '/v1/auth/logout')).status).toBe(204)
  })
})

describe('every answer of the API', () => {
  it('is kept by no cache', async () => {
    for (const path of ['/v1/auth/session', '/v1/transaction', '/v1/nothing'])
      expect((await kontor.get('', path)).headers.get('cache-control')).toBe('no-store')
  })
})
