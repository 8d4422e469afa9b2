import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { codeIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, type Visitor, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../sign-in/password.ts'

let kontor: TestApp
let mailbox: Mailbox
let password_hash: string
// From now on: housekeeping deletes by the database's clock what expired days ago.
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const minutes = (count: number) => {
  clock.time += count * 60_000
}

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    clock,
    mail: { smtpUrl: mailbox.url, from: 'Kontor <kontor@test.example>', poll_ms: 50 },
  })
  password_hash = await hashPassword(password)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const newUser = (given: Parameters<TestApp['make']['user']>[0] = {}) => kontor.make.user({ password_hash, ...given })
const setUser = (id: string, set: { mfa_required?: string; mfa_type?: string | null; active?: boolean }) =>
  kontor.databases.provider.updateTable('platform_user').set(set).where('id', '=', id).execute()

/** Switches on an authenticator in the profile, as a person does; returns its secret and the recovery codes. */
async function withAuthenticator(who: Visitor) {
  const { body: begun } = await who.post('/v1/profile/mfa', { type: 'google', password })
  const { status, body } = await who.post('/v1/profile/mfa/confirm', {
    token: begun.token,
    code: totp(begun.secret, clock.now()),
  })
  expect(status).toBe(200)
  minutes(1)
  return { secret: begun.secret as string, recovery_codes: body.recovery_codes as string[] }
}

async function userWithAuthenticator(given = {}) {
  const user = await newUser(given)
  const who = visitor(kontor)
  await who.login(user.email)
  return { ...user, ...(await withAuthenticator(who)), first: who }
}

const show = (who: Visitor, username: string, token: string, code: string, remember = false) =>
  who.post('/v1/auth/mfa', { username, token, code, remember })

describe('a code by mail', () => {
  const withMail = async () => {
    const user = await newUser()
    await setUser(user.id, { mfa_type: 'email' })
    return user
  }

  it('is asked for after the password, arrives, and signs in once', async () => {
    const { email } = await withMail()
    const who = visitor(kontor)
    const { status, body } = await who.login(email)
    expect([status, Object.keys(body).sort(), body.mfa_type]).toEqual([200, ['mfa_token', 'mfa_type'], 'email'])
    expect(who.cookies.size).toBe(0)
    const mail = await mailbox.to(email)
    expect(mail.subject).toBe('Your verification code')
    expect(mail.text).toContain('30 minutes')
    expect(mail.html).toContain(codeIn(mail))
    const inside = await show(who, email, body.mfa_token, codeIn(mail))
    expect([inside.status, inside.body.code, inside.body.user?.email]).toEqual([200, undefined, email])
    expect((await who.get('/v1/auth/session')).status).toBe(200)
    const again = await show(visitor(kontor), email, body.mfa_token, codeIn(mail))
    expect([again.status, again.body.code]).toEqual([422, 'invalid_token'])
  })

  it('is one of ten thousand at the same moment: one session', async () => {
    const { email } = await withMail()
    const { body } = await visitor(kontor).login(email)
    const code = codeIn(await mailbox.to(email))
    const replies = await Promise.all([1, 2, 3, 4].map(() => show(visitor(kontor), email, body.mfa_token, code)))
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('is worth nothing after 30 minutes, with another login, or under another name', async () => {
    const { email } = await withMail()
    const other = await withMail()
    const who = visitor(kontor)
    const first = (await who.login(email)).body.mfa_token
    const code = codeIn(await mailbox.to(email))
    expect((await show(who, other.email, first, code)).body.code).toBe('invalid_token')
    const second = (await who.login(other.email)).body.mfa_token
    expect((await show(who, other.email, second, code)).body.code).toBe('invalid_code')
    minutes(31)
    expect((await show(who, email, first, code)).body.code).toBe('invalid_token')
  })

  it('can be sent again, not at once, and voids the one before', async () => {
    const { email } = await withMail()
    const who = visitor(kontor)
    const token = (await who.login(email)).body.mfa_token
    const first = codeIn(await mailbox.to(email))
    const soon = await who.post('/v1/auth/mfa/resend', { username: email, token })
    expect([soon.status, Number(soon.headers.get('retry-after'))]).toEqual([429, 30])
    minutes(1)
    expect((await who.post('/v1/auth/mfa/resend', { username: email, token })).status).toBe(204)
    await expect.poll(() => mailbox.count(email)).toBe(2)
    const second = codeIn(await mailbox.to(email))
    if (first !== second) expect((await show(who, email, token, first)).body.code).toBe('invalid_code')
    expect((await show(who, email, token, second)).status).toBe(200)
  })
})

describe('a code of an authenticator', () => {
  it('signs in, is not taken twice, nor after a later one', async () => {
    const { email, secret } = await userWithAuthenticator()
    const who = visitor(kontor)
    const login = async () => (await who.login(email)).body.mfa_token
    const code = totp(secret, clock.now())
    const earlier = totp(secret, clock.now(), -1)
    expect((await show(who, email, await login(), code)).status).toBe(200)
    expect((await show(who, email, await login(), code)).body.code).toBe('invalid_code')
    expect((await show(who, email, await login(), earlier)).body.code).toBe('invalid_code')
    minutes(1)
    expect((await show(who, email, await login(), totp(secret, clock.now()))).status).toBe(200)
  })

  it('is taken once when two show it at the same moment', async () => {
    const { email, secret } = await userWithAuthenticator()
    const tokens = await Promise.all([1, 2, 3, 4].map(async () => (await visitor(kontor).login(email)).body.mfa_token))
    const code = totp(secret, clock.now())
    const replies = await Promise.all(tokens.map((token) => show(visitor(kontor), email, token, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('guessing codes', () => {
  it('ends after 5 tries of a challenge, however many come at once', async () => {
    const { id, email, secret } = await userWithAuthenticator()
    const token = (await visitor(kontor).login(email)).body.mfa_token
    const wrong = totp(secret, clock.now(), 500)
    await Promise.all(Array.from({ length: 200 }, () => show(visitor(kontor), email, token, wrong)))
    const { rows } = await events(id, 'code_wrong')
    expect(rows).toBe(5)
    expect((await show(visitor(kontor), email, token, totp(secret, clock.now()))).body.code).toBe('invalid_token')
  })

  it('ends after 10 tries of an account in 30 minutes, and for good after three times that', async () => {
    const { id, email, secret } = await userWithAuthenticator()
    let evaluated = 0
    for (let window = 0; window < 4; window++) {
      for (let challenge = 0; challenge < 4; challenge++) {
        const { status, body } = await visitor(kontor).login(email)
        if (status !== 200) continue
        for (let guess = 0; guess < 5; guess++) {
          const reply = await show(visitor(kontor), email, body.mfa_token, totp(secret, clock.now(), 500 + guess))
          if (reply.body.code === 'invalid_code') evaluated += 1
        }
      }
      minutes(31)
    }
    expect(evaluated).toBe(30)
    expect((await events(id, 'locked')).rows).toBe(1)
    const locked = await visitor(kontor).login(email)
    expect([locked.status, locked.body.code]).toEqual([401, 'invalid_credentials'])
    expect((await mailbox.to(email, /locked/)).text).toContain('Forgot password')
  })

  const events = async (user: string, kind: string) => ({
    rows: (
      await kontor.databases.provider
        .selectFrom('sign_in_event')
        .select('id')
        .where('user_id', '=', user)
        .where('kind', '=', kind)
        .execute()
    ).length,
  })
})

describe('a recovery code', () => {
  it('is too long to be guessed, even by whoever has its hash', async () => {
    const { recovery_codes } = await userWithAuthenticator()
    for (const code of recovery_codes) expect(code).toMatch(/^([2-9a-hj-km-np-tv-z]{4}-){6}[2-9a-hj-km-np-tv-z]{4}$/)
    expect(new Set(recovery_codes).size).toBe(10)
  })

  it('stands in for the factor once, typed in any way', async () => {
    const { email, recovery_codes } = await userWithAuthenticator()
    expect(recovery_codes.length).toBe(10)
    const who = visitor(kontor)
    const recover = async (recovery_code: string) =>
      who.post('/v1/auth/mfa/recovery', {
        username: email,
        token: (await who.login(email)).body.mfa_token,
        recovery_code,
      })
    const typed = recovery_codes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    expect((await recover(typed)).status).toBe(200)
    expect((await who.get('/v1/profile')).body.recovery_codes_left).toBe(9)
    expect((await recover(typed)).body.code).toBe('invalid_code')
  })

  it('is void once there are new ones', async () => {
    const { email, recovery_codes, first } = await userWithAuthenticator()
    const { body } = await first.post('/v1/profile/recovery-codes', { password })
    const who = visitor(kontor)
    const recover = async (recovery_code = '') =>
      who.post('/v1/auth/mfa/recovery', {
        username: email,
        token: (await who.login(email)).body.mfa_token,
        recovery_code,
      })
    expect((await recover(recovery_codes[1])).status).toBe(422)
    expect((await recover(body.recovery_codes[1])).status).toBe(200)
  })
})

describe('a remembered device', () => {
  const remembered = async () => {
    const user = await userWithAuthenticator()
    const who = visitor(kontor)
    const { body } = await who.login(user.email)
    await show(who, user.email, body.mfa_token, totp(user.secret, clock.now()), true)
    return { ...user, who }
  }

  it('is not asked for the factor again, and gets a new secret at each use', async () => {
    const { email, who } = await remembered()
    const before = who.cookies.get('kontor-device')
    expect((await who.login(email)).body.user.email).toBe(email)
    expect(who.cookies.get('kontor-device')).not.toBe(before)
    expect((await who.get('/v1/profile/device')).body).toMatchObject([{ current: true, browser: 'Chrome' }])
  })

  it('is worth nothing with another’s password', async () => {
    const { who } = await remembered()
    const other = await userWithAuthenticator()
    expect((await who.login(other.email)).body.mfa_type).toBe('google')
  })

  it('is forgotten when an earlier secret of it turns up, and its owner is told', async () => {
    const { id, email, who } = await remembered()
    const thief = visitor(kontor)
    thief.cookies.set('kontor-device', who.cookies.get('kontor-device') ?? '')
    expect((await who.login(email)).body.user.email).toBe(email)
    expect((await thief.login(email)).body.mfa_type).toBe('google')
    expect((await mailbox.to(email, /copied/)).text).toContain('second factor')
    expect((await who.login(email)).body.mfa_type).toBe('google')
    const kinds = await kontor.databases.provider
      .selectFrom('sign_in_event')
      .select('kind')
      .where('user_id', '=', id)
      .execute()
    expect(kinds.map(({ kind }) => kind)).toContain('device_copied')
  })

  /** Loses the reply to a sign-in: the browser keeps the secret that it showed. */
  const losing = async (who: Visitor, email: string) => {
    const shown = who.cookies.get('kontor-device') ?? ''
    const reply = await who.login(email)
    const lost = who.cookies.get('kontor-device') ?? ''
    who.cookies.set('kontor-device', shown)
    return { reply, shown, lost }
  }

  it('is still trusted for a minute when the reply with its new secret was lost, also twice', async () => {
    const { email, who } = await remembered()
    await losing(who, email)
    clock.time += 20_000
    await losing(who, email)
    clock.time += 20_000
    expect((await who.login(email)).body.user.email).toBe(email)
    minutes(10)
    expect((await who.login(email)).body.user.email).toBe(email)
  })

  it('shows its earlier secret in vain after a minute, from elsewhere, and once the newer one was used', async () => {
    for (const what of ['late', 'elsewhere', 'used'] as const) {
      const { email, who } = await remembered()
      const { shown, lost } = await losing(who, email)
      if (what === 'late') clock.time += 60_000
      if (what === 'used') {
        who.cookies.set('kontor-device', lost)
        expect((await who.login(email)).body.user.email).toBe(email)
      }
      const other = what === 'elsewhere' ? visitor(kontor) : who
      other.cookies.set('kontor-device', shown)
      expect([what, (await other.login(email)).body.mfa_type]).toEqual([what, 'google'])
      // Two parties hold the secret, or may, so neither is trusted any more.
      who.cookies.set('kontor-device', lost)
      expect([what, (await who.login(email)).body.mfa_type]).toEqual([what, 'google'])
    }
  })

  it('is forgotten when the secret that was taken for lost turns up: a copy next door gained one sign-in at most', async () => {
    const { email, who } = await remembered()
    const { reply, lost } = await losing(who, email)
    expect(reply.body.user.email).toBe(email)
    // The network, the software and the password are the same.
    expect((await who.login(email)).body.user.email).toBe(email)
    const stolen = who.cookies.get('kontor-device') ?? ''
    who.cookies.set('kontor-device', lost)
    expect((await who.login(email)).body.mfa_type).toBe('google')
    who.cookies.set('kontor-device', stolen)
    expect((await who.login(email)).body.mfa_type).toBe('google')
    expect((await mailbox.to(email, /copied/)).text).toContain('second factor')
  })

  it('is forgotten after 30 days, with a new password, and with a change of the factor', async () => {
    const one = await remembered()
    clock.time += 31 * 24 * 3_600_000
    expect((await one.who.login(one.email)).body.mfa_type).toBe('google')

    const two = await remembered()
    expect(
      (await two.who.post('/v1/profile/password', { current_password: password, password: 'Another-horse-8' })).status,
    ).toBe(204)
    expect((await two.who.login(two.email, 'Another-horse-8')).body.mfa_type).toBe('google')

    const three = await remembered()
    await withAuthenticator(three.who)
    expect((await three.who.login(three.email)).body.mfa_type).toBe('google')
  })

  it('can be forgotten by its user, and by nobody else', async () => {
    const { email, who } = await remembered()
    const [device] = (await who.get('/v1/profile/device')).body
    const other = visitor(kontor)
    await other.login((await newUser()).email)
    expect((await other.delete(`/v1/profile/device/${device.id}`)).status).toBe(404)
    expect((await who.delete(`/v1/profile/device/${device.id}`)).status).toBe(204)
    expect((await who.login(email)).body.mfa_type).toBe('google')
  })
})

describe('a factor that is required', () => {
  it('has to be set up before there is a session', async () => {
    const { id, email } = await newUser()
    await setUser(id, { mfa_required: 'choice' })
    const who = visitor(kontor)
    const { body } = await who.login(email)
    expect(body).toEqual({ mfa_setup_token: expect.any(String), required_type: null })
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    const token = body.mfa_setup_token
    const begun = await who.post('/v1/auth/mfa/setup', { token, type: 'google' })
    expect(begun.body).toMatchObject({ type: 'google', secret: expect.stringMatching(/^[A-Z2-7]{32}$/) })
    expect(begun.body.otpauth).toContain(`secret=${begun.body.secret}`)
    const code = totp(begun.body.secret, clock.now())
    const done = await who.post('/v1/auth/mfa/setup', { token, type: 'google', code })
    expect([done.status, done.body.user.email, done.body.recovery_codes.length]).toEqual([200, email, 10])
    expect((await who.get('/v1/auth/session')).status).toBe(200)
    expect((await who.post('/v1/auth/mfa/setup', { token, type: 'google', code })).body.code).toBe('invalid_token')
    expect((await who.post('/v1/profile/mfa/off', { password })).body.code).toBe('mfa_required')
    const next = await who.login(email)
    // The code that confirmed the set-up is used up.
    expect((await show(who, email, next.body.mfa_token, code)).body.code).toBe('invalid_code')
  })

  it('of a merchant is its users’, and of the type that it names', async () => {
    const { merchant } = await kontor.make.merchant()
    await kontor.databases.provider
      .updateTable('merchant')
      .set({ mfa_required: 'email' })
      .where('id', '=', merchant)
      .execute()
    const { email } = await newUser({ merchant })
    const who = visitor(kontor)
    const { body } = await who.login(email)
    expect(body.required_type).toBe('email')
    const token = body.mfa_setup_token
    expect((await who.post('/v1/auth/mfa/setup', { token, type: 'google' })).body.code).toBe('mfa_type_refused')
    const begun = await who.post('/v1/auth/mfa/setup', { token, type: 'email' })
    expect(begun.body).toMatchObject({
      type: 'email',
      secret: null,
      otpauth: null,
      email: expect.stringContaining('•'),
    })
    const code = codeIn(await mailbox.to(email))
    expect((await who.post('/v1/auth/mfa/setup', { token, type: 'email', code })).status).toBe(200)
  })

  it('is asked for after the factor there is, when that is of another type', async () => {
    const { id, email } = await newUser()
    await setUser(id, { mfa_type: 'email', mfa_required: 'google' })
    const who = visitor(kontor)
    const token = (await who.login(email)).body.mfa_token
    const { body } = await show(who, email, token, codeIn(await mailbox.to(email)))
    expect(body).toEqual({ mfa_setup_token: expect.any(String), required_type: 'google' })
    expect(who.cookies.size).toBe(0)
  })

  it('of a super user is never a mailbox', async () => {
    const { id, email } = await newUser({ roles: ['PSP_ALL', 'PSP_SUPER'] })
    const who = visitor(kontor)
    await who.login(email)
    expect((await who.get('/v1/profile')).body.mfa_types).toEqual(['google'])
    expect((await who.post('/v1/profile/mfa', { type: 'email', password })).body.code).toBe('mfa_type_refused')
    await setUser(id, { mfa_required: 'email' })
    expect((await visitor(kontor).login(email)).body.required_type).toBe('google')
  })
})

describe('half signed in', () => {
  it('the tokens of the steps open no route', { timeout: 120_000 }, async () => {
    const { email } = await userWithAuthenticator({ roles: ['PSP_ALL', 'PSP_SUPER'] })
    const forced = await newUser({ roles: ['PSP_ALL', 'PSP_SUPER'] })
    await setUser(forced.id, { mfa_required: 'google' })
    const tokens = [
      (await visitor(kontor).login(email)).body.mfa_token as string,
      (await visitor(kontor).login(forced.email)).body.mfa_setup_token as string,
    ]
    const document = (await kontor.get('', '/v1/openapi.json')).body
    const open = /^\/v1\/(auth\/|openapi|processornotification|pay\/|bankaccountalarm\/)/
    let tried = 0
    for (const [path, methods] of Object.entries<object>(document.paths)) {
      if (open.test(path)) continue
      for (const method of Object.keys(methods)) {
        for (const token of tokens) {
          const url = path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000001')
          const asCookie = await kontor.call(
            `kontor=${token}`,
            method.toUpperCase(),
            url,
            method === 'get' ? undefined : {},
          )
          const asKey = await kontor.call('', method.toUpperCase(), url, undefined, {
            authorization: `Bearer ${token}`,
          })
          expect([url, asCookie.status, asKey.status]).toEqual([url, 401, 401])
          tried += 2
        }
      }
    }
    expect(tried).toBeGreaterThan(100)
  })

  it('is felt when the user is disabled in between', async () => {
    const { id, email, secret } = await userWithAuthenticator()
    const { body } = await visitor(kontor).login(email)
    await setUser(id, { active: false })
    expect((await show(visitor(kontor), email, body.mfa_token, totp(secret, clock.now()))).body.code).toBe(
      'invalid_token',
    )
  })
})
