import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { codeIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { migrationText } from '../../migration-files.ts'
import { hashPassword } from '../sign-in/password.ts'

let kontor: TestApp
let mailbox: Mailbox
let password_hash: string

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, poll_ms: 30 } })
  password_hash = await hashPassword(password)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

async function signedIn(given: Parameters<TestApp['make']['user']>[0] = {}) {
  const user = await kontor.make.user({ password_hash, ...given })
  const who = visitor(kontor)
  await who.login(user.email)
  return { ...user, who }
}

describe('the profile', () => {
  it('shows what is, and keeps what is changed', async () => {
    const { id, email, who } = await signedIn()
    expect((await who.get('/v1/profile')).body).toMatchObject({
      id,
      email,
      pending_email: null,
      language: 'en-US',
      time_zone: null,
      theme: 'auto',
      mfa_type: null,
      mfa_required: false,
      mfa_types: ['email', 'google'],
      recovery_codes_left: 0,
      password_policy: { length: 12 },
    })
    const changes = { name: 'Zoë O’Neill', language: 'nl', time_zone: 'America/New_York', theme: 'dark' }
    expect((await who.post('/v1/profile', changes)).body).toMatchObject(changes)
    expect((await who.get('/v1/auth/session')).body).toMatchObject(changes)
    expect((await who.post('/v1/profile', { time_zone: null })).body).toMatchObject({ ...changes, time_zone: null })
  })

  it.each([
    [{ name: '' }, 'body.name'],
    [{ name: 'x'.repeat(201) }, 'body.name'],
    [{ name: '   ' }, 'body.name'],
    [{ name: 'Ada www.evil.example' }, 'body.name'],
    [{ language: 'fr' }, 'body.language'],
    [{ time_zone: 'Mars/Olympus' }, 'body.time_zone'],
    [{ time_zone: '+08:00' }, 'body.time_zone'],
    [{ time_zone: '-0330' }, 'body.time_zone'],
    [{ theme: 'pink' }, 'body.theme'],
    [{ email: 'other@test.example' }, 'body.email'],
    [{ roles: ['PSP_ALL'] }, 'body.roles'],
    [{ active: true }, 'body.active'],
    [{ merchant: null }, 'body.merchant'],
  ])('refuses %j', async (body, field) => {
    const { who } = await signedIn()
    const reply = await who.post('/v1/profile', body)
    expect([reply.status, Object.keys(reply.body.details)]).toEqual([400, [field]])
  })

  it('offers no zone that the database does not know', async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(kontor.databases.provider)
    const known = new Set(rows.map(({ name }) => name))
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.has(name))).toEqual([])
  })

  // What the runtime takes beside the names of areas.
  it.each(['CAT', 'AET', 'IST', 'BST', 'CET', 'US/Pacific-New', 'SystemV/PST8PDT'])(
    'takes no short name, which the database does not know or reads as another zone: %s',
    async (time_zone) => {
      const { who } = await signedIn()
      const reply = await who.post('/v1/profile', { time_zone })
      expect([reply.status, reply.body.details]).toEqual([400, { 'body.time_zone': 'invalid_time_zone' }])
    },
  )

  it('kept by a short name before becomes the zone that screens showed', async () => {
    const { merchant } = await kontor.make.merchant()
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query('update merchant set time_zone = $1 where id = $2', ['CAT', merchant])
    await owner.query(`begin; ${await migrationText('0263-zones-by-their-full-names')}; commit`)
    const { rows } = await owner.query('select time_zone from merchant where id = $1', [merchant])
    await owner.end()
    expect(rows).toEqual([{ time_zone: 'Africa/Maputo' }])
  })

  it.each(['Asia/Kolkata', 'Europe/Kyiv', 'Etc/UTC', 'UTC'])('takes the name of a zone: %s', async (time_zone) => {
    const { who } = await signedIn()
    expect((await who.post('/v1/profile', { time_zone })).status).toBe(200)
  })

  it('is a person’s: neither an API key nor nobody has one', async () => {
    const { merchant } = await kontor.make.merchant()
    const key = await kontor.make.apiKey(merchant)
    expect((await kontor.get(key, '/v1/profile')).status).toBe(401)
    expect((await kontor.get('', '/v1/profile')).body.code).toBe('unauthenticated')
  })

  it('takes no change from the pages of others', async () => {
    const { who } = await signedIn()
    const cookie = `kontor=${who.cookies.get('kontor')}`
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await kontor.post(cookie, '/v1/profile', { name: 'Mallory' }, foreign)
    expect([reply.status, reply.body.code]).toEqual([403, 'origin_refused'])
  })
})

describe('changing the password', () => {
  it('needs the present one, keeps the rules, and ends every other session', async () => {
    const { email, who } = await signedIn()
    const elsewhere = visitor(kontor)
    await elsewhere.login(email)
    const change = (current_password: string, next: string) =>
      who.post('/v1/profile/password', { current_password, password: next })
    expect((await change('wrong', 'Another-horse-8')).body).toMatchObject({
      code: 'invalid_password',
      details: { 'body.current_password': 'invalid' },
    })
    expect((await change(password, 'weak')).body.code).toBe('password_too_weak')
    expect((await change(password, 'Password1234!')).body.code).toBe('password_leaked')
    expect((await change(password, 'Another-horse-8')).status).toBe(204)
    expect((await who.get('/v1/profile')).body.password_changed_at).not.toBeNull()
    expect((await elsewhere.get('/v1/profile')).status).toBe(401)
    expect((await visitor(kontor).login(email)).status).toBe(401)
    expect((await visitor(kontor).login(email, 'Another-horse-8')).status).toBe(200)
  })

  it('lets nobody guess at the present one for long', async () => {
    const { who } = await signedIn()
    const replies = []
    for (let guess = 0; guess < 12; guess++)
      replies.push(await who.post('/v1/profile/mfa/off', { password: `wrong-${guess}` }))
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429, 429])
    expect((await who.post('/v1/profile/mfa/off', { password })).status).toBe(429)
  })
})

describe('the second factor', () => {
  it('by mail is switched on with a mailed code, and off again', async () => {
    const { email, who } = await signedIn()
    expect((await who.post('/v1/profile/recovery-codes', { password })).body.code).toBe('mfa_not_enabled')
    const { body } = await who.post('/v1/profile/mfa', { type: 'email', password })
    expect(body).toMatchObject({ type: 'email', secret: null, otpauth: null })
    const code = codeIn(await mailbox.to(email))
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await who.post('/v1/profile/mfa/confirm', { token: body.token, code: wrong })).body.code).toBe(
      'invalid_code',
    )
    expect((await who.post('/v1/profile/mfa/confirm', { token: body.token, code })).body.recovery_codes.length).toBe(10)
    expect((await who.get('/v1/profile')).body).toMatchObject({ mfa_type: 'email', recovery_codes_left: 10 })
    expect((await visitor(kontor).login(email)).body.mfa_type).toBe('email')
    expect((await who.post('/v1/profile/mfa/off', { password })).status).toBe(204)
    expect((await visitor(kontor).login(email)).body.user.email).toBe(email)
    expect((await mailbox.to(email, /switched off/)).subject).toBeTruthy()
    const kinds = (await who.get('/v1/profile/event')).body.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['mfa_enabled', 'mfa_disabled', 'code_wrong', 'signed_in']))
  })

  it('is changed for another kind; the earlier one is worth nothing then', async () => {
    const { id, email, who } = await signedIn()
    const first = (await who.post('/v1/profile/mfa', { type: 'google', password })).body
    await who.post('/v1/profile/mfa/confirm', { token: first.token, code: totp(first.secret, new Date()) })
    const second = (await who.post('/v1/profile/mfa', { type: 'email', password })).body
    const code = codeIn(await mailbox.to(email, /code/))
    expect((await who.post('/v1/profile/mfa/confirm', { token: second.token, code })).status).toBe(200)
    expect((await visitor(kontor).login(email)).body.mfa_type).toBe('email')
    expect(await kontor.databases.provider.selectFrom('totp').selectAll().where('user_id', '=', id).execute()).toEqual(
      [],
    )
  })

  it('cannot be confirmed in another’s session, and ends the session that it was not switched on in', async () => {
    const { email, who } = await signedIn()
    const other = await signedIn()
    const elsewhere = visitor(kontor)
    await elsewhere.login(email)
    const { body } = await who.post('/v1/profile/mfa', { type: 'google', password })
    const confirm = (by: typeof who) =>
      by.post('/v1/profile/mfa/confirm', { token: body.token, code: totp(body.secret, new Date()) })
    expect((await confirm(other.who)).body.code).toBe('invalid_token')
    const before = who.cookies.get('kontor')
    expect((await confirm(who)).status).toBe(200)
    expect(who.cookies.get('kontor')).not.toBe(before)
    expect((await kontor.get(`kontor=${before}`, '/v1/profile')).status).toBe(401)
    expect((await elsewhere.get('/v1/profile')).status).toBe(401)
  })

  it('keeps its secret and its codes from whoever reads the database', async () => {
    const { id, who } = await signedIn()
    const { body } = await who.post('/v1/profile/mfa', { type: 'google', password })
    const done = await who.post('/v1/profile/mfa/confirm', { token: body.token, code: totp(body.secret, new Date()) })
    const db = kontor.databases.provider
    const dump = [
      await db.selectFrom('totp').selectAll().where('user_id', '=', id).execute(),
      await db.selectFrom('recovery_code').selectAll().where('user_id', '=', id).execute(),
      await db.selectFrom('challenge').selectAll().execute(),
    ]
    const text =
      JSON.stringify(dump) +
      dump
        .flat()
        .map((row) => Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : '')))
        .join()
    for (const secret of [body.secret, body.token, ...done.body.recovery_codes]) expect(text).not.toContain(secret)
  })
})

describe('sessions', () => {
  it('other than the present one end together', async () => {
    const { email, who } = await signedIn()
    const others = [visitor(kontor), visitor(kontor)]
    for (const other of others) await other.login(email)
    expect((await who.get('/v1/profile/session')).body.length).toBe(3)
    expect((await who.post('/v1/profile/session/end-others')).status).toBe(204)
    for (const other of others) expect((await other.get('/v1/profile')).status).toBe(401)
    expect((await who.get('/v1/profile/session')).body).toMatchObject([
      { current: true, browser: 'Chrome', platform: 'Windows' },
    ])
  })
})

describe('the record of one’s own account', () => {
  it('comes in pages, newest first, and holds nobody else’s', async () => {
    const { who } = await signedIn()
    await signedIn()
    for (let turn = 0; turn < 6; turn++) await who.post('/v1/profile/mfa/off', { password: 'wrong' })
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const all = (await who.get('/v1/profile/event')).body
    expect(all.map(({ kind }: { kind: string }) => kind)).toEqual([...Array(6).fill('password_wrong'), 'signed_in'])
    const first = (await who.get('/v1/profile/event?_limit=3')).body
    const second = (await who.get(`/v1/profile/event?_limit=3&before=${first.at(-1).id}`)).body
    expect([...ids(first), ...ids(second)]).toEqual(ids(all).slice(0, 6))
    expect((await who.get('/v1/profile/event?user=x')).status).toBe(400)
    expect((await who.get('/v1/profile/event?_limit=1&_limit=2')).status).toBe(400)
  })
})
