import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { networkOf } from '../../platform/http/network.ts'
import { hashPassword } from './password.ts'

let kontor: TestApp
let mailbox: Mailbox
let password_hash: string
// Not in the past: housekeeping removes what is expired by the database's own time.
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const minutes = (count: number) => {
  clock.time += count * 60_000
}

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    clock,
    mail: { smtpUrl: mailbox.url, poll_ms: 50 },
    // The clock stands still, so the ten seconds of this limit never pass.
    signIn: { limits: { everyone: { tries: 1_000_000, window_ms: 1_000 } } },
  })
  password_hash = await hashPassword(password)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const newUser = (given: Parameters<TestApp['make']['user']>[0] = {}) => kontor.make.user({ password_hash, ...given })
const events = async (user: string) =>
  (
    await kontor.databases.provider
      .selectFrom('sign_in_event')
      .select(['kind', 'method', 'ip', 'browser', 'platform'])
      .where('user_id', '=', user)
      .orderBy('id')
      .execute()
  ).map((event) => event)
const kindsOf = async (user: string) => (await events(user)).map(({ kind }) => kind)

describe('a password', () => {
  it('signs in, whatever the letter case of the address, and is on record', async () => {
    const { id, email } = await newUser()
    const who = visitor(kontor, '192.0.2.7')
    const { status, body } = await who.login(email.toUpperCase())
    expect([status, body.user.id, body.user.theme]).toEqual([200, id, 'auto'])
    expect(await events(id)).toEqual([
      { kind: 'signed_in', method: 'password', ip: '192.0.2.7', browser: 'Chrome', platform: 'Windows' },
    ])
    expect((await who.get('/v1/profile/event')).body).toMatchObject([{ kind: 'signed_in', ip: '192.0.2.7' }])
  })

  it('that is wrong gets the same bytes as an address that nobody has, a disabled user and one without a password', async () => {
    const { email } = await newUser()
    const disabled = await newUser({ active: false })
    const { merchant } = await kontor.make.merchant({ active: false })
    const closed = await newUser({ merchant })
    const none = await kontor.make.user({})
    const replies = await Promise.all([
      visitor(kontor).login(email, 'wrong password'),
      visitor(kontor).login('nobody@test.example'),
      visitor(kontor).login(disabled.email),
      visitor(kontor).login(closed.email),
      visitor(kontor).login(none.email),
    ])
    const shown = replies.map(({ status, body, headers }) => {
      headers.delete('date')
      return JSON.stringify([status, { ...body, request_id: '' }, [...headers.keys()].sort()])
    })
    expect(new Set(shown).size).toBe(1)
    expect(replies[0]?.body.code).toBe('invalid_credentials')
    expect(await kindsOf(disabled.id)).toEqual(['refused'])
  })

  it('of a thousand characters is compared as quickly as a short one', async () => {
    const { email } = await newUser()
    const time = (secret: string) => cpuTimeOf(() => visitor(kontor).login(email, secret))
    const [long, short] = [await time('x'.repeat(1024)), await time('xx')]
    expect(long).toBeLessThan(short + 200)
    expect((await visitor(kontor).login(email, 'x'.repeat(1025))).status).toBe(400)
  })
})

describe('guessing', () => {
  it('a thousand at once on one account computes no more than ten hashes, and the right one is then a wrong one', async () => {
    const { id, email } = await newUser()
    const guessers = Array.from({ length: 1_000 }, (_, index) => visitor(kontor, `10.9.${index >> 3}.${index & 7}`))
    const replies = await Promise.all(guessers.map((guesser, index) => guesser.login(email, `wrong-${index}`)))
    expect((await kindsOf(id)).filter((kind) => kind === 'password_wrong').length).toBeLessThanOrEqual(10)
    const [wrong, right] = [await visitor(kontor).login(email, 'wrong'), await visitor(kontor).login(email)]
    expect([right.status, { ...right.body, request_id: '' }]).toEqual([wrong.status, { ...wrong.body, request_id: '' }])
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    expect(await kindsOf(id)).toContain('locked')
    minutes(31)
    expect((await visitor(kontor).login(email)).status).toBe(200)
  })

  it('from one network leaves the account open to others', async () => {
    const { email } = await newUser()
    const attacker = visitor(kontor)
    for (let guess = 0; guess < 20; guess++) await attacker.login(email, `wrong-${guess}`)
    expect((await attacker.login(email)).status).toBe(401)
    expect((await visitor(kontor).login(email)).status).toBe(200)
  })

  it('by everybody does not keep its owner out who is on a remembered device', async () => {
    const { id, email } = await newUser()
    const owner = visitor(kontor)
    await owner.login(email)
    const { body } = await owner.post('/v1/profile/mfa', { type: 'google', password })
    await owner.post('/v1/profile/mfa/confirm', { token: body.token, code: totp(body.secret, clock.now()) })
    minutes(1)
    const asked = await owner.login(email)
    const code = totp(body.secret, clock.now())
    await owner.post('/v1/auth/mfa', { username: email, token: asked.body.mfa_token, code, remember: true })
    for (let guess = 0; guess < 300; guess++) await visitor(kontor).login(email, `wrong-${guess}`)
    expect(await kindsOf(id)).toContain('locked')
    expect((await visitor(kontor).login(email)).status).toBe(401)
    expect((await owner.login(email)).body.user?.email).toBe(email)
    expect((await mailbox.to(email, /locked/)).text).toContain('/forgotPassword')
  })

  it('is ended by a link to the mailbox', async () => {
    const { id, email } = await newUser()
    for (let guess = 0; guess < 12; guess++) await visitor(kontor).login(email, `wrong-${guess}`)
    const who = visitor(kontor)
    expect((await who.login(email)).status).toBe(401)
    await who.post('/v1/auth/forgot-password', { username: email })
    const token = linkIn(await mailbox.to(email, /Set a new/)).searchParams.get('token')
    expect((await who.post('/v1/auth/update-password', { token, password: 'Another-horse-8' })).status).toBe(204)
    expect((await who.login(email, 'Another-horse-8')).status).toBe(200)
    expect(await kindsOf(id)).toContain('unlocked')
  })

  it('of many accounts from one network is told to wait', async () => {
    const attacker = visitor(kontor)
    for (let guess = 0; guess < 100; guess++) await attacker.login(`nobody${guess}@test.example`)
    const { status, body, headers } = await attacker.login('nobody@test.example')
    expect([status, body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('does not add up what its owner typed wrong and then right', async () => {
    const { email } = await newUser()
    const who = visitor(kontor)
    for (let round = 0; round < 6; round++) {
      for (let guess = 0; guess < 4; guess++) expect((await who.login(email, 'mistyped')).status).toBe(401)
      expect((await who.login(email)).status).toBe(200)
    }
  })

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as the network %s', (ip, network) => expect(networkOf(ip)).toBe(network))
})

describe('too many at once', () => {
  it('are asked to come again, and nothing else waits for them', async () => {
    const logins = Array.from({ length: 200 }, (_, index) => visitor(kontor).login(`crowd${index}@test.example`))
    const healthy = await visitor(kontor).get('/healthz')
    expect(healthy.status).toBe(200)
    const replies = await Promise.all(logins)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  })
})

describe('a session', () => {
  const signedIn = async () => {
    const user = await newUser()
    const who = visitor(kontor)
    await who.login(user.email)
    return { ...user, who, cookie: `kontor=${who.cookies.get('kontor')}` }
  }
  const status = async (cookie: string) => (await kontor.get(cookie, '/v1/auth/session')).status

  it('ends after 30 minutes of nothing but polling, and lives on with a person there', async () => {
    const { who, cookie } = await signedIn()
    for (let minute = 0; minute < 29; minute++) {
      minutes(1)
      expect(await status(cookie)).toBe(200)
    }
    expect((await who.post('/v1/auth/activity')).status).toBe(204)
    minutes(29)
    expect(await status(cookie)).toBe(200)
    minutes(1)
    expect(await status(cookie)).toBe(401)
    expect((await who.post('/v1/auth/activity')).status).toBe(401)
  })

  it('ends after 12 hours whoever is there', async () => {
    const { who } = await signedIn()
    for (let quarter = 0; quarter < 47; quarter++) {
      minutes(15)
      expect((await who.post('/v1/auth/activity')).status).toBe(204)
    }
    minutes(16)
    expect((await who.get('/v1/auth/session')).body.code).toBe('session_expired')
  })

  it('gets a new id at every sign-in and with a new password; the earlier one is worth nothing', async () => {
    const { who, email, cookie } = await signedIn()
    await who.login(email)
    expect(await status(cookie)).toBe(401)
    const before = `kontor=${who.cookies.get('kontor')}`
    await who.post('/v1/profile/password', { current_password: password, password: 'Another-horse-8' })
    expect(await status(before)).toBe(401)
    expect((await who.get('/v1/auth/session')).status).toBe(200)
  })

  it('does not take an id that somebody else chose', async () => {
    const { email } = await newUser()
    const who = visitor(kontor)
    who.cookies.set('kontor', 'fixed-by-an-attacker')
    await who.login(email)
    expect(who.cookies.get('kontor')).not.toBe('fixed-by-an-attacker')
    expect(await status('kontor=fixed-by-an-attacker')).toBe(401)
  })

  it('ends by signing out, by its user elsewhere, and with the user', async () => {
    const one = await signedIn()
    await one.who.post('/v1/auth/logout')
    expect(await status(one.cookie)).toBe(401)
    expect(one.who.cookies.has('kontor')).toBe(false)

    const two = await signedIn()
    const elsewhere = visitor(kontor)
    await elsewhere.login(two.email)
    const sessions = (await elsewhere.get('/v1/profile/session')).body as { id: string; current: boolean }[]
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const other = sessions.find(({ current }) => !current)
    expect((await one.who.delete(`/v1/profile/session/${other?.id}`)).status).toBe(401)
    expect((await elsewhere.delete(`/v1/profile/session/${other?.id}`)).status).toBe(204)
    expect(await status(two.cookie)).toBe(401)

    await elsewhere.login(two.email)
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ active: false })
      .where('id', '=', two.id)
      .execute()
    expect((await elsewhere.get('/v1/profile')).status).toBe(401)
  })

  it('cannot be ended by another user', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const [session] = (await one.who.get('/v1/profile/session')).body
    expect((await two.who.delete(`/v1/profile/session/${session.id}`)).status).toBe(404)
    expect(await status(one.cookie)).toBe(200)
  })
})

describe('the record', () => {
  it('is the provider’s to read, of everybody, and nobody else’s', async () => {
    const { merchant } = await kontor.make.merchant()
    const owner = await newUser({ merchant, roles: ['USER_ALL'] })
    await visitor(kontor).login(owner.email, 'wrong')
    const provider = visitor(kontor)
    await provider.login((await newUser({ roles: ['PSP_USER_LIST'] })).email)
    const read = (query = '') => provider.get(`/v1/psp/signinevent${query}`)
    const { body } = await read(`?user=${owner.id}`)
    expect(body).toMatchObject([{ kind: 'password_wrong', user: owner.id, user_email: owner.email, merchant }])
    expect((await read('?kind=locked&_limit=1')).body.length).toBe(1)
    expect((await read('?what=1')).status).toBe(400)
    const who = visitor(kontor)
    await who.login(owner.email)
    expect((await who.get('/v1/psp/signinevent')).status).toBe(403)
    expect((await who.get('/v1/profile/event')).body.length).toBe(2)
  })
})
