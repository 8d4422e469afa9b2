import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeRequirements } from '@kontor/contract/identity/password.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { isBreached } from './breached-passwords.ts'
import { hashPassword } from './password.ts'

let kontor: TestApp
let mailbox: Mailbox
let password_hash: string
// Not in the past: housekeeping removes what is expired by the database's own time.
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const hours = (count: number) => {
  clock.time += count * 3_600_000
}
const fresh = 'Another-horse-8'

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ clock, mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
  password_hash = await hashPassword(password)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const newUser = (given: Parameters<TestApp['make']['user']>[0] = {}) => kontor.make.user({ password_hash, ...given })

async function resetLink(email: string, subject = /Set (a new|your) password/): Promise<URL> {
  const before = mailbox.count(email, subject)
  expect((await visitor(kontor).post('/v1/auth/forgot-password', { username: email })).status).toBe(204)
  await expect.poll(() => mailbox.count(email, subject)).toBe(before + 1)
  return linkIn(await mailbox.to(email, subject))
}
const tokenOf = (link: URL) => link.searchParams.get('token') ?? ''
const update = (token: string, secret = fresh) =>
  visitor(kontor).post('/v1/auth/update-password', { token, password: secret })

describe('a link to reset a password', () => {
  it('arrives, sets the password, ends sessions and devices, and keeps the second factor', async () => {
    const { id, email } = await newUser()
    const who = visitor(kontor)
    await who.login(email)
    const { body } = await who.post('/v1/profile/mfa', { type: 'google', password })
    await who.post('/v1/profile/mfa/confirm', { token: body.token, code: totp(body.secret, clock.now()) })
    const link = await resetLink(email)
    expect([link.pathname, link.searchParams.get('new')]).toEqual(['/updatePassword', 'false'])
    expect(tokenOf(link).length * 6).toBeGreaterThanOrEqual(128)
    expect((await update(tokenOf(link))).status).toBe(204)
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await visitor(kontor).login(email)).status).toBe(401)
    expect((await visitor(kontor).login(email, fresh)).body.mfa_type).toBe('google')
    const rows = await kontor.databases.provider
      .selectFrom('user_token')
      .selectAll()
      .where('user_id', '=', id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link))
    expect((await mailbox.to(email, /was changed/)).subject).toBe('Your password was changed')
  })

  it('is good once, of two at the same moment for one', async () => {
    const { email } = await newUser()
    const token = tokenOf(await resetLink(email))
    const replies = await Promise.all([update(token), update(token), update(token)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422, 422])
    const again = await update(token)
    expect([again.body.code, again.body.details]).toEqual(['invalid_token', { 'body.token': 'invalid' }])
  })

  it('is void once there is a newer one, and after a day', async () => {
    const { email } = await newUser()
    const [first, second] = [tokenOf(await resetLink(email)), tokenOf(await resetLink(email))]
    expect((await update(first)).body.code).toBe('invalid_token')
    hours(24.01)
    expect((await update(second)).body.code).toBe('invalid_token')
  })

  it('is not a link to change the e-mail address, nor the other way round', async () => {
    const { email } = await newUser()
    const token = tokenOf(await resetLink(email))
    expect((await visitor(kontor).post('/v1/auth/update-email', { token, email })).body.code).toBe('invalid_token')
    expect((await visitor(kontor).post('/v1/auth/check-token', { token, purpose: 'email' })).status).toBe(422)
  })

  it('is answered alike whoever asks, and mailed to active users alone', async () => {
    const { email } = await newUser()
    const disabled = await newUser({ active: false })
    const replies = [
      await visitor(kontor).post('/v1/auth/forgot-password', { username: email }),
      await visitor(kontor).post('/v1/auth/forgot-password', { username: disabled.email }),
      await visitor(kontor).post('/v1/auth/forgot-password', { username: 'nobody@test.example' }),
    ]
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await mailbox.to(email)
    expect([mailbox.count(disabled.email), mailbox.count('nobody@test.example')]).toEqual([0, 0])
  })

  it('is mailed five times an hour and no more', async () => {
    const { email } = await newUser()
    for (let asked = 0; asked < 8; asked++)
      expect((await visitor(kontor).post('/v1/auth/forgot-password', { username: email })).status).toBe(204)
    await expect.poll(() => mailbox.count(email)).toBe(5)
  })

  it('says "new" to whoever never had a password', async () => {
    const { email } = await kontor.make.user({})
    const link = await resetLink(email)
    expect(link.searchParams.get('new')).toBe('true')
    const checked = await visitor(kontor).post('/v1/auth/check-token', { token: tokenOf(link), purpose: 'password' })
    expect(checked.body).toMatchObject({ new: true, requirements: { length: 12 }, email: null })
  })

  it('signs the browser out that opens it, once it proves good', async () => {
    const { email } = await newUser()
    const who = visitor(kontor)
    await who.login(email)
    const bad = await who.post('/v1/auth/check-token', { token: 'not-a-token', purpose: 'password' })
    expect([bad.status, (await who.get('/v1/auth/session')).status]).toEqual([422, 200])
    const token = tokenOf(await resetLink(email))
    expect((await who.post('/v1/auth/check-token', { token, purpose: 'password' })).status).toBe(200)
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await update(token)).status).toBe(204)
  })

  it('is refused to a user who was disabled since', async () => {
    const { id, email } = await newUser()
    const token = tokenOf(await resetLink(email))
    await kontor.databases.provider.updateTable('platform_user').set({ active: false }).where('id', '=', id).execute()
    expect((await update(token)).body.code).toBe('invalid_token')
  })
})

describe('a new password', () => {
  it('keeps the server’s rules, whatever the address says', async () => {
    const { email } = await newUser()
    const token = tokenOf(await resetLink(email))
    const weak = await update(token, 'weak')
    expect([weak.status, weak.body.code]).toEqual([422, 'password_too_weak'])
    expect(weak.body.details).toEqual({
      'body.password': 'too_weak',
      rules: ['length', 'number', 'uppercase', 'special'],
    })
    // A refused password leaves the link valid.
    expect((await update(token)).status).toBe(204)
  })

  it('keeps the rules of its merchant', async () => {
    const { merchant } = await kontor.make.merchant()
    const policy = { length: 16, number: false, uppercase: false, lowercase: true, special: false }
    await kontor.databases.provider
      .insertInto('password_policy')
      .values({ merchant_id: merchant, ...policy })
      .execute()
    const { email } = await newUser({ merchant })
    const link = await resetLink(email)
    expect(link.searchParams.get('requirements')).toBe(writeRequirements(policy))
    expect((await update(tokenOf(link), fresh)).body.details.rules).toEqual(['length'])
    expect((await update(tokenOf(link), 'many quiet words here')).status).toBe(204)
  })

  it('may be as long as a thousand characters', async () => {
    const { email } = await newUser()
    const long = `${'Correct horse battery staple 7! '.repeat(31)}`
    expect((await update(tokenOf(await resetLink(email)), long)).status).toBe(204)
    expect((await visitor(kontor).login(email, long)).status).toBe(200)
  })

  it.each(['Password1234!', 'P@ssw0rd2026!', '!!Football2026', 'Liverpool-1892!', 'Iloveyou12345!'])(
    'is not %s',
    async (leaked) => {
      const { email } = await newUser()
      const { status, body } = await update(tokenOf(await resetLink(email)), leaked)
      expect([status, body.code, body.details]).toEqual([422, 'password_leaked', { 'body.password': 'leaked' }])
    },
  )

  it.each(['Kontor-2026!!', 'K0nt0r-2026!', 'Backoffice.Admin.77', 'Welkom@Winkel24'])(
    'is not made of words alone that everybody tries first here: %s',
    async (easy) => {
      const { email } = await newUser()
      expect((await update(tokenOf(await resetLink(email)), easy)).body.code).toBe('password_leaked')
    },
  )

  it('is not made of the names of the person and the merchant alone', async () => {
    const { merchant } = await kontor.make.merchant({ name: 'Bloem (Gent)' })
    const { email } = await newUser({ merchant, name: 'Ada Lovelace', email: 'countess@example.org' })
    const token = tokenOf(await resetLink(email))
    for (const easy of ['Lovelace-Bloem-26', 'Countess..1815', 'Gent-Ada-2026!'])
      expect((await update(token, easy)).body.code, easy).toBe('password_leaked')
    expect((await update(token, 'Lovelace-schreef-1-engine')).status).toBe(204)
  })

  it.each(['Correct-horse-7', 'Kontor-demo-2026', 'Zwarte-kat-op-9-daken', 'x9$Kq!mZ2vLw'])(
    'may be %s',
    async (good) => {
      expect(await isBreached(good, undefined)).toBe(false)
    },
  )

  it('is asked after at a range service by five characters of its hash, and taken when that does not answer', async () => {
    const asked: string[] = []
    const hash = createHash('sha1').update('Known-elsewhere-9').digest('hex').toUpperCase()
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/range/00000') return void response.writeHead(500).end()
      response.end(`0000000000000000000000000000000000A:3\r\n${hash.slice(5)}:42\r\n`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A listening server has an address with a port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`
    expect(await isBreached('Known-elsewhere-9', url)).toBe(true)
    expect(await isBreached('Unknown-elsewhere-9', url)).toBe(false)
    expect(asked).toContain(`/range/${hash.slice(0, 5)}`)
    expect(asked.every((path) => /^\/range\/[0-9A-F]{5}$/.test(path))).toBe(true)
    server.close()
    server.closeAllConnections()
    expect(await isBreached('Known-elsewhere-9', url)).toBe(false)
    expect(await isBreached('Password1234!', url)).toBe(true)
  })
})

describe('a change of the e-mail address', () => {
  const asked = async (next: string) => {
    const user = await newUser()
    const who = visitor(kontor)
    await who.login(user.email)
    expect((await who.post('/v1/profile/email', { email: next, password })).status).toBe(204)
    return { ...user, who }
  }

  it('needs the password, a link to the new address, and tells the old one', async () => {
    const { email, who } = await asked('new1@test.example')
    expect((await who.post('/v1/profile/email', { email: 'x@test.example', password: 'wrong' })).body.code).toBe(
      'invalid_password',
    )
    const link = linkIn(await mailbox.to('new1@test.example'))
    expect(link.pathname).toBe('/updateEmail')
    expect((await mailbox.to(email)).text).toContain('new1@test.example')
    expect((await who.get('/v1/profile')).body).toMatchObject({ email, pending_email: 'new1@test.example' })
    const token = tokenOf(link)
    const other = await visitor(kontor).post('/v1/auth/update-email', { token, email: 'evil@test.example' })
    expect([other.status, other.body.code]).toEqual([422, 'email_not_of_link'])
    const change = () => visitor(kontor).post('/v1/auth/update-email', { token, email: 'New1@test.example' })
    const replies = await Promise.all([change(), change()])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422])
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await visitor(kontor).login(email)).status).toBe(401)
    expect((await visitor(kontor).login('new1@test.example')).status).toBe(200)
    expect((await mailbox.to(email, /was changed/)).text).toContain('new1@test.example')
  })

  it('to an address that somebody has is answered alike, and tells that somebody', async () => {
    const owner = await newUser()
    await asked(owner.email)
    expect((await mailbox.to(owner.email)).subject).toBe('You already have an account')
  })
})
