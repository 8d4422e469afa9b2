import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { firstUserLink } from './first-user.ts'

const publicUrl = 'http://localhost:4000'
let kontor: TestApp
let owner: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

const link = () => firstUserLink({ adminUrl: kontor.database.adminUrl, publicUrl })
const tokenOf = (address: string | undefined) => new URL(address ?? '').searchParams.get('token') ?? ''
const person = { name: 'Zoë', email: 'zoe@test.example', password: 'Correct-horse-7' }
const setUp = (token: string, given = {}) => kontor.post('', '/v1/auth/set-up', { token, ...person, ...given })
const users = async () => (await owner.query('select id from platform_user')).rowCount

describe('the link that sets up the first user', () => {
  it('leads to a page of ours, and is kept as a hash', async () => {
    const address = await link()
    expect(address).toMatch(/^http:\/\/localhost:4000\/set-up\?token=[\w-]{43}$/)
    const { rows } = await owner.query("select encode(token_hash, 'escape') as text from user_token")
    expect(JSON.stringify(rows)).not.toContain(tokenOf(address))
  })

  it('asks for a good password, and stays good when it was a weak one', async () => {
    const token = tokenOf(await link())
    const { status, body } = await setUp(token, { password: 'correct horse' })
    expect([status, body.code, body.details]).toEqual([
      422,
      'password_too_weak',
      { 'body.password': 'too_weak', rules: ['number', 'uppercase', 'special'] },
    ])
    expect(await users()).toBe(0)
  })

  it.each([
    [{ email: 'zoe' }, 'body.email'],
    [{ name: '' }, 'body.name'],
    [{ name: 'a\nb' }, 'body.name'],
    [{ psp: true }, 'body.psp'],
  ])('refuses %j', async (given, key) => {
    const { status, body } = await setUp(tokenOf(await link()), given)
    expect([status, Object.keys(body.details)]).toEqual([400, [key]])
  })

  it('is good alone when it is the newest, and for 24 hours', async () => {
    const older = tokenOf(await link())
    const newest = tokenOf(await link())
    const refused = { status: 422, code: 'invalid_token', details: { 'body.token': 'invalid' } }
    expect((await setUp(older)).body).toMatchObject(refused)
    expect((await setUp('nonsense')).body).toMatchObject(refused)
    await owner.query('update user_token set expires_at = now() where used_at is null')
    expect((await setUp(newest)).body).toMatchObject(refused)
    expect(await users()).toBe(0)
  })

  it('is good once, also when it is used many times at once', async () => {
    const token = tokenOf(await link())
    const replies = await Promise.all(
      [1, 2, 3, 4].map((number) => setUp(token, { email: `zoe${number}@test.example` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await users()).toBe(1)
    const done = replies.find(({ status }) => status === 200)
    expect(done?.body.user).toMatchObject({ psp: true, merchant: null, roles: ['PSP_ALL', 'PSP_SUPER'] })
    const cookie = done?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await kontor.get(cookie, '/v1/psp/merchant')).status).toBe(200)
    expect((await setUp(token)).status).toBe(422)
  })

  it('is not made once there is a user', async () => {
    expect(await users()).toBe(1)
    expect(await link()).toBeUndefined()
  })
})
