import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAuthenticator } from '../../../test/signing-in/authenticator.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../sign-in/password.ts'
import { issueToken } from '../sign-in/user-tokens.ts'

let kontor: TestApp
let password_hash: string
let houses = 0
const clock = { time: Date.now(), now: () => new Date(clock.time) }

beforeAll(async () => {
  kontor = await startTestApp({ clock })
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

/** A user with every way in prepared; each way is tried after something happened to the user. */
async function readyForEverything() {
  const { merchant } = await kontor.make.merchant()
  const email = `gate@house${++houses}.example`
  const user = await kontor.make.user({ merchant, password_hash, roles: ['USER_ALL'], email })
  const key = await kontor.make.apiKey(merchant)
  const who = visitor(kontor)
  await who.login(user.email)
  const begun = (await who.post('/v1/profile/mfa', { type: 'google', password })).body
  const { recovery_codes } = (
    await who.post('/v1/profile/mfa/confirm', { token: begun.token, code: totp(begun.secret, clock.now()) })
  ).body
  clock.time += 60_000
  const code = () => totp(begun.secret, clock.now())
  const authenticator = makeAuthenticator()
  const made = (await who.post('/v1/profile/passkey/options', { password })).body
  await who.post('/v1/profile/passkey', {
    token: made.token,
    name: 'Key',
    response: authenticator.register(made.options),
  })

  const device = visitor(kontor)
  const first = (await device.login(user.email)).body
  await device.post('/v1/auth/mfa', { username: user.email, token: first.mfa_token, code: code(), remember: true })
  clock.time += 60_000
  const step = async () => ({ username: user.email, token: (await visitor(kontor).login(user.email)).body.mfa_token })
  const [byCode, byRecovery, byPasskey] = [await step(), await step(), await step()]
  const secondOptions = (await visitor(kontor).post('/v1/auth/mfa/passkey/options', byPasskey)).body
  const alone = (await visitor(kontor).post('/v1/auth/passkey/options')).body
  const link = (purpose: 'reset_password' | 'change_email', email: string | null) =>
    kontor.databases.provider.transaction().execute((trx) => issueToken(trx, user.id, purpose, clock.now(), email))
  const [reset, change] = [await link('reset_password', null), await link('change_email', 'gate@test.example')]

  const ways: Record<string, () => Promise<Reply>> = {
    password: () => visitor(kontor).login(user.email),
    'remembered device': () => device.login(user.email),
    'code of the authenticator': () => visitor(kontor).post('/v1/auth/mfa', { ...byCode, code: code() }),
    'recovery code': () =>
      visitor(kontor).post('/v1/auth/mfa/recovery', { ...byRecovery, recovery_code: recovery_codes[0] }),
    'passkey as the second factor': () =>
      visitor(kontor).post('/v1/auth/mfa/passkey', { ...byPasskey, response: authenticator.sign(secondOptions) }),
    'passkey alone': () =>
      visitor(kontor).post('/v1/auth/passkey', { token: alone.token, response: authenticator.sign(alone.options) }),
    'change of the e-mail address': () =>
      visitor(kontor).post('/v1/auth/update-email', { token: change, email: 'gate@test.example' }),
    'reset link': () => visitor(kontor).post('/v1/auth/update-password', { token: reset, password: 'Another-horse-8' }),
    'open session': () => who.get('/v1/auth/session'),
    'API key': () => kontor.get(key, '/v1/transaction'),
  }
  return { user, merchant, ways }
}

const db = () => kontor.databases.provider
const happenings: Record<string, (of: Awaited<ReturnType<typeof readyForEverything>>) => Promise<unknown>> = {
  'was disabled': ({ user }) =>
    db().updateTable('platform_user').set({ active: false }).where('id', '=', user.id).execute(),
  'is of a merchant that was deactivated': ({ merchant }) =>
    db().updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute(),
  'was locked': ({ user }) =>
    db().updateTable('platform_user').set({ locked_at: clock.now().toISOString() }).where('id', '=', user.id).execute(),
  'has to sign in at the issuer of the organisation': async ({ user, merchant }) =>
    db()
      .insertInto('sign_on')
      .values({
        ...{ merchant_id: merchant, active: true, issuer: 'https://login.example', client_id: 'kontor' },
        ...{ client_secret: Buffer.from('sealed'), domains: [user.email.split('@')[1] ?? ''], password_allowed: false },
      })
      .execute(),
  'is being guessed at by everybody': async ({ user }) => {
    for (let guess = 0; guess < 12; guess++) await visitor(kontor).login(user.email, `wrong-${guess}`)
  },
}

// Ways that stay open after each event; all others are refused.
const open: Record<string, string[]> = {
  'was disabled': ['API key'],
  // A lock is opened by the mailbox, does not end earlier sessions, and concerns the person, not the merchant's
  // programs.
  'was locked': ['reset link', 'open session', 'API key'],
  // What was begun before goes on; the command that sets it ends it.
  'has to sign in at the issuer of the organisation': ['open session', 'API key'],
  'is being guessed at by everybody': ['reset link', 'open session', 'API key', 'remembered device'],
}

describe.each(Object.keys(happenings))('whoever %s', (happening) => {
  it('comes in by no way but those that are meant to stay open', async () => {
    const subject = await readyForEverything()
    await happenings[happening]?.(subject)
    const through: string[] = []
    for (const [name, way] of Object.entries(subject.ways)) {
      // The reset link opens the other ways, so it is tried last.
      if (name === 'reset link') continue
      const { status, body } = await way()
      if (status < 300 && (name !== 'remembered device' || body.user)) through.push(name)
    }
    if ((await subject.ways['reset link']?.())?.status === 204) through.push('reset link')
    expect(through.sort()).toEqual((open[happening] ?? []).sort())
  })
})

it('to whom nothing happened comes in by every way', async () => {
  const { ways } = await readyForEverything()
  for (const [name, way] of Object.entries(ways)) {
    if (['change of the e-mail address', 'reset link'].includes(name)) continue
    expect([name, (await way()).status]).toEqual([name, 200])
  }
})
