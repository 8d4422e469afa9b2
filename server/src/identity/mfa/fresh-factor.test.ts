import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { codeIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { makeAuthenticator } from '../../../test/signing-in/authenticator.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, type Visitor, visitor } from '../../../test/signing-in/visitor.ts'
import { inventedIban as invented } from '../../demo/money/invented-iban.ts'
import { hashPassword } from '../sign-in/password.ts'

let kontor: TestApp
let mailbox: Mailbox
let merchant: string
let password_hash: string
// Not in the past: housekeeping removes what is expired by the database's own time.
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const seconds = (count: number) => {
  clock.time += count * 1_000
}

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ clock, mail: { smtpUrl: mailbox.url, poll_ms: 30 } })
  password_hash = await hashPassword(password)
  merchant = (await kontor.make.merchant()).merchant
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

let number = 0
/** Somebody of the merchant, signed in by the password alone. */
async function newPerson() {
  const user = await kontor.make.user({ merchant, roles: ['USER_ALL'], password_hash })
  const who = visitor(kontor)
  await who.login(user.email)
  return { ...user, who }
}
/** A command that needs a fresh factor. */
const add = (who: Visitor) =>
  who.post('/v1/bankaccount', { holder: 'Bloom', iban: invented(++number), currency_code: 'EUR' })
const ask = (who: Visitor) => who.post('/v1/profile/factor')
const show = (who: Visitor, shown: object) => who.post('/v1/profile/factor/show', shown)

describe('a second factor that is shown again', () => {
  it('is a code by mail for whoever has set up none, and counts for five minutes in this session', async () => {
    const { who, email } = await newPerson()
    expect((await add(who)).body.code).toBe('fresh_factor_needed')
    const { status, body } = await ask(who)
    expect([status, body.mfa_type, body.passkey]).toEqual([200, 'email', null])
    const mail = await mailbox.to(email, /code to confirm/)
    expect((await show(who, { token: body.token, code: '000000' })).body.code).toBe('invalid_code')
    expect((await show(who, { token: body.token, code: codeIn(mail) })).status).toBe(204)
    expect((await add(who)).status).toBe(201)
    seconds(5 * 60)
    expect((await add(who)).status).toBe(201)
    seconds(1)
    expect((await add(who)).body.code).toBe('fresh_factor_needed')
    // The same code once more opens nothing.
    expect((await show(who, { token: body.token, code: codeIn(mail) })).body.code).toBe('invalid_token')
    const events = (await who.get('/v1/profile/event')).body
    expect(events).toContainEqual(expect.objectContaining({ kind: 'factor_shown', method: 'email' }))

    const elsewhere = visitor(kontor)
    await elsewhere.login(email)
    expect((await add(elsewhere)).body.code).toBe('fresh_factor_needed')
  })

  it('is the code of an authenticator, each code once', async () => {
    const { who, email } = await newPerson()
    const { body: begun } = await who.post('/v1/profile/mfa', { type: 'google', password })
    await who.post('/v1/profile/mfa/confirm', { token: begun.token, code: totp(begun.secret, clock.now()) })
    seconds(6 * 60)
    expect((await add(who)).body.code).toBe('fresh_factor_needed')
    const { body } = await ask(who)
    expect(body.mfa_type).toBe('google')
    const code = totp(begun.secret, clock.now())
    expect((await show(who, { token: body.token, code })).status).toBe(204)
    expect((await add(who)).status).toBe(201)
    const again = (await ask(who)).body
    expect((await show(who, { token: again.token, code })).body.code).toBe('invalid_code')
    expect(mailbox.count(email, /code to confirm/)).toBe(0)
  })

  it('is a passkey', async () => {
    const { who } = await newPerson()
    const { body: options } = await who.post('/v1/profile/passkey/options', { password })
    const authenticator = makeAuthenticator()
    const response = authenticator.register(options.options)
    await who.post('/v1/profile/passkey', { token: options.token, name: 'Laptop', response })
    const { body } = await ask(who)
    const stranger = makeAuthenticator()
    expect((await show(who, { token: body.token, response: stranger.sign(body.passkey) })).body.code).toBe(
      'passkey_refused',
    )
    expect((await show(who, { token: body.token, response: authenticator.sign(body.passkey) })).status).toBe(204)
    expect((await add(who)).status).toBe(201)
  })

  it('comes with a sign-in in two steps, and not with a remembered device', async () => {
    const { email, id } = await newPerson()
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ mfa_type: 'email' })
      .where('id', '=', id)
      .execute()
    const who = visitor(kontor)
    const { mfa_token: token } = (await who.login(email)).body
    const code = codeIn(await mailbox.to(email, /verification/))
    await who.post('/v1/auth/mfa', { username: email, token, code, remember: true })
    expect((await add(who)).status).toBe(201)
    await who.post('/v1/auth/logout')
    await who.login(email)
    expect((await who.get('/v1/auth/session')).status).toBe(200)
    expect((await add(who)).body.code).toBe('fresh_factor_needed')
  })

  it('is not somebody else’s: a token of another person opens nothing', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const { body } = await ask(one.who)
    const code = codeIn(await mailbox.to(one.email, /code to confirm/))
    expect((await show(other.who, { token: body.token, code })).body.code).toBe('invalid_token')
    expect((await add(other.who)).body.code).toBe('fresh_factor_needed')
  })

  it('is guessed at most five times with a token, and locks in the end', async () => {
    const { who } = await newPerson()
    const { body } = await ask(who)
    const replies = []
    for (let n = 0; n < 6; n += 1) replies.push(await show(who, { token: body.token, code: '123456' }))
    expect(replies.map((reply) => reply.body.code)).toEqual([...Array(5).fill('invalid_code'), 'invalid_token'])
  })
})
