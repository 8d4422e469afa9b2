import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { startIssuer, type TestIssuer } from '../../../test/signing-in/issuer.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, type Visitor, visitor } from '../../../test/signing-in/visitor.ts'
import { newId } from '../../platform/db/ids.ts'
import { hashOf } from '../access/secrets.ts'
import { signInDefaults } from '../access/sign-in-settings.ts'
import { countAttempt } from '../guessing/attempts.ts'
import { hashPassword } from '../sign-in/password.ts'
import { askAfter_ms, believedFor_ms } from './times.ts'

const clock = { time: Date.now(), now: () => new Date(clock.time) }
let kontor: TestApp
let issuer: TestIssuer
let other: TestIssuer
let staff: string
let password_hash: string
let merchant: string
let domain: string
let count = 0

beforeAll(async () => {
  kontor = await startTestApp({
    clock,
    webhooks: { allowPrivate: true },
    issuers: { timeout_ms: 2_000, failed_ms: 2_000 },
  })
  issuer = await startIssuer('http://localhost:4000/login/return/')
  other = await startIssuer('http://localhost:4000/login/return/')
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  password_hash = await hashPassword(password)
})
afterAll(async () => {
  await kontor.stop()
  await Promise.all([issuer.stop(), other.stop()])
})
beforeEach(async () => {
  clock.time = Date.now()
  merchant = (await kontor.make.merchant()).merchant
  domain = `shop${++count}.example`
  for (const each of [issuer, other]) Object.assign(each, { lie: undefined, delay_ms: 0, who: '' })
})

type Given = Parameters<TestApp['make']['user']>[0]
const settings = (changes: object = {}) => ({
  ...{ active: true, issuer: issuer.url, ...issuer.client, domains: [domain] },
  ...{ password_allowed: true, factor_values: [], groups_claim: null, groups: [], ...changes },
})
const setUp = (changes: object = {}, at = merchant, who = staff): Promise<Reply> =>
  kontor.post(who, `/v1/psp/merchant/${at}/sign-on`, settings(changes))

/** Somebody whom the merchant invited, and who works where the issuer is. */
async function colleague(given: Given = {}, account: object = {}, at = issuer) {
  const email = `lotte${++count}@${domain}`
  const user = await kontor.make.user({ merchant, email, roles: ['TAG_LIST'], ...given })
  const subject = `subject-${count}`
  at.people.set(subject, { email, email_verified: true, ...account })
  at.who = subject
  return { ...user, subject }
}

const begin = async (who: Visitor, email: string): Promise<string> => {
  const { status, body } = await who.post('/v1/auth/sign-on', { username: email })
  expect([status, body]).toEqual([200, { url: expect.any(String) }])
  return body.url
}
const finish = (who: Visitor, brought: object) => who.post('/v1/auth/sign-on/return', brought)
/** The whole way, from the address to what Kontor answers. */
async function signOn(email: string, who = visitor(kontor), at = issuer): Promise<Reply> {
  return finish(who, await at.visit(await begin(who, email)))
}
/** The issuer says in its signed token how the person signed in. */
const signingWith = (...amr: string[]) => {
  issuer.lie = (path, body) => {
    if (path !== '/token') return undefined
    const tokens = JSON.parse(body.toString())
    return Buffer.from(
      JSON.stringify({ ...tokens, id_token: issuer.sign({ ...issuer.claimsOf(tokens.id_token), amr }) }),
    )
  }
}
const problemOf = ({ status, body }: Reply) => (status < 300 ? status : (body.details?.problem ?? body.code))
const isIn = async (who: Visitor) => (await who.get('/v1/auth/session')).status === 200
const eventsOf = async (id: string) =>
  (
    await kontor.databases.provider
      .selectFrom('sign_in_event')
      .select(['kind', 'method'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, method }) => `${kind} ${method}`)

describe('somebody who was invited', () => {
  it('signs in at the issuer of the organisation, and has accepted the invitation by it', async () => {
    await setUp()
    const { id, email } = await colleague()
    const who = visitor(kontor)
    const { status, body } = await signOn(email, who)
    expect([status, body.username, body.step.user.email]).toEqual([200, email, email])
    expect(await isIn(who)).toBe(true)
    expect((await eventsOf(id)).sort()).toEqual(['identity_linked sign_on', 'signed_in sign_on'])
    const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(owner, `/v1/user/${id}`)).body.status).toBe('ACTIVE')
    const { body: identities } = await kontor.get(owner, `/v1/user/${id}/identity`)
    expect(identities).toMatchObject([{ issuer: issuer.url, email }])
  })

  it('of the provider signs in at the issuer of the provider', async () => {
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER'], password_hash })
    await kontor.post(top, '/v1/psp/sign-on', settings())
    const { email } = await colleague({ merchant: undefined as unknown as string, roles: ['PSP_USER_LIST'] })
    const who = visitor(kontor)
    expect((await signOn(email, who)).body.step.user).toMatchObject({ psp: true, email })
    await kontor.post(top, '/v1/psp/sign-on', settings({ active: false }))
    expect(await isIn(who)).toBe(false)
  })

  it('stays who they are at the issuer when their address changes there', async () => {
    await setUp()
    const { id, email, subject } = await colleague()
    await signOn(email)
    issuer.people.set(subject, { email: `married@${domain}`, email_verified: true })
    expect((await signOn(email)).body.step.user.id).toBe(id)
  })

  it('shows the second factor of the account here, unless the policy counts the one of the issuer', async () => {
    await setUp()
    const { email, subject } = await colleague({ mfa_type: 'google' })
    signingWith('pwd', 'otp')
    expect((await signOn(email)).body).toEqual({
      ...{ username: email, step: { mfa_token: expect.any(String), mfa_type: 'google' } },
    })
    const needs = await colleague({ mfa_required: 'google' })
    expect((await signOn(needs.email)).body.step).toEqual({
      ...{ mfa_setup_token: expect.any(String), required_type: 'google' },
    })
    await setUp({ factor_values: ['otp'] })
    expect((await signOn(needs.email)).body.step.user.email).toBe(needs.email)
    issuer.who = subject
    expect((await signOn(email)).body.step.user.email).toBe(email)
    signingWith('pwd')
    expect((await signOn(email)).body.step.mfa_type).toBe('google')
  })

  it('keeps the session of the issuer after a second factor that was set up here', async () => {
    await setUp()
    const { email, subject } = await colleague({ mfa_required: 'google' })
    const who = visitor(kontor)
    const { mfa_setup_token: token } = (await signOn(email, who)).body.step
    const { secret } = (await who.post('/v1/auth/mfa/setup', { token, type: 'google' })).body
    await who.post('/v1/auth/mfa/setup', { token, type: 'google', code: totp(secret, clock.now()) })
    expect(await isIn(who)).toBe(true)
    issuer.people.delete(subject)
    clock.time += askAfter_ms
    expect(await isIn(who)).toBe(false)
  })
})

it('somebody enters at the issuer whatever passwords strangers typed for them', async () => {
  await setUp({ password_allowed: false })
  const { email } = await colleague()
  const limit = { tries: 1, window_ms: 1_800_000 }
  const { provider } = kontor.databases
  for (const _ of Array(20)) await countAttempt(provider, 'account', email, limit, clock.now())
  expect((await signOn(email)).status).toBe(200)
})

it('somebody whom wrong second factors locked out enters again after a colleague reset the second factor', async () => {
  await setUp({ password_allowed: false })
  const { id, email } = await colleague({ mfa_type: 'google' })
  const db = kontor.databases.provider
  await db.updateTable('platform_user').set({ locked_at: clock.now().toISOString() }).where('id', '=', id).execute()
  for (const _ of Array(20)) await countAttempt(db, 'mfa', id, { tries: 10, window_ms: 1_800_000 }, clock.now())
  expect((await signOn(email)).body.code).toBe('sign_on_refused')
  const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  expect((await kontor.post(owner, `/v1/user/${id}/mfa/reset`, { reason: 'lost the phone' })).status).toBe(200)
  expect((await signOn(email)).body.step.user.email).toBe(email)
  const counts = db.selectFrom('attempt_counter').select('count').where('key', '=', hashOf(id))
  expect(await counts.execute()).toEqual([])
})

describe('the sign-in page', () => {
  it('is told the ways of a mail domain, whoever has an account', async () => {
    await setUp({ password_allowed: false })
    const { email } = await colleague()
    const ways = async (username: string) => (await visitor(kontor).post('/v1/auth/ways', { username })).body
    expect([await ways(email), await ways(`nobody@${domain.toUpperCase()}`), await ways('a@else.example')]).toEqual([
      { sign_on: true, password: false },
      { sign_on: true, password: false },
      { sign_on: false, password: true },
    ])
    expect((await visitor(kontor).post('/v1/auth/sign-on', { username: 'a@else.example' })).body.code).toBe(
      'sign_on_not_offered',
    )
  })

  it('is sent to the issuer with state, nonce, a PKCE challenge and one exact address to return to', async () => {
    await setUp()
    const url = new URL(await begin(visitor(kontor), `nobody@${domain}`))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'kontor', redirect_uri: `http://localhost:4000/login/return/${merchant}` },
      ...{ code_challenge_method: 'S256', login_hint: `nobody@${domain}` },
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })
})

describe('what a browser brings back is refused', () => {
  it('with a state that we did not give, or that was used', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    expect(problemOf(await finish(who, { ...brought, state: 'x'.repeat(43) }))).toBe('invalid_token')
    expect((await finish(who, brought)).status).toBe(200)
    expect(problemOf(await finish(who, brought))).toBe('invalid_token')
  })

  it('by another browser, which the first one then does not suffer from', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    expect(problemOf(await finish(visitor(kontor), brought))).toBe('invalid_token')
    const attacker = visitor(kontor)
    await begin(attacker, email)
    expect(problemOf(await finish(attacker, brought))).toBe('invalid_token')
    expect((await finish(who, brought)).status).toBe(200)
  })

  it('a second time, also at the same time', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    const answers = await Promise.all([finish(who, brought), finish(who, brought)])
    expect(answers.map(problemOf).sort()).toEqual([200, 'invalid_token'])
  })

  it('after ten minutes', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    clock.time += 10 * 60_000
    expect(problemOf(await finish(who, brought))).toBe('invalid_token')
  })

  it('with a code of another sign-in, whose challenge is another one', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const [one, two] = [await issuer.visit(await begin(who, email)), await issuer.visit(await begin(who, email))]
    expect(problemOf(await finish(who, { ...one, code: two['code'] }))).toBe('untrusted')
  })

  it('from another issuer than the one that was asked', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    expect(problemOf(await finish(who, { ...brought, iss: other.url }))).toBe('untrusted')
  })

  it('at the address of another organisation, whose issuer then never sees the code', async () => {
    await setUp()
    const { email } = await colleague()
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    expect(brought['house']).toBe(merchant)
    const before = issuer.asked.get('/token')
    const foreign = (await kontor.make.merchant()).merchant
    expect(problemOf(await finish(who, { ...brought, house: foreign }))).toBe('untrusted')
    expect(issuer.asked.get('/token')).toBe(before)
  })

  it('when the person said no there', async () => {
    await setUp()
    const who = visitor(kontor)
    const state = new URL(await begin(who, `a@${domain}`)).searchParams.get('state')
    expect(problemOf(await finish(who, { house: merchant, state, error: 'access_denied' }))).toBe('refused_there')
  })

  it.each([
    ['signed by another key', (claims: object, by: TestIssuer) => by.sign(claims, 'other')],
    ['not signed', (claims: object, by: TestIssuer) => by.sign(claims, 'none')],
    ['for another audience', (claims: object, by: TestIssuer) => by.sign({ ...claims, aud: 'another' })],
    ['of another issuer', (claims: object, by: TestIssuer) => by.sign({ ...claims, iss: other.url })],
    ['with another nonce', (claims: object, by: TestIssuer) => by.sign({ ...claims, nonce: 'x'.repeat(43) })],
    ['without a nonce', (claims: object, by: TestIssuer) => by.sign({ ...claims, nonce: undefined })],
    ['that is over', (claims: object, by: TestIssuer) => by.sign({ ...claims, exp: 1_000 })],
    [
      'of tomorrow',
      (claims: object, by: TestIssuer) => by.sign({ ...claims, iat: Math.floor(Date.now() / 1_000) + 86_400 }),
    ],
    [
      'of a person with an endless name',
      (claims: object, by: TestIssuer) => by.sign({ ...claims, ...by.people.get(by.who), sub: 'x'.repeat(256) }),
    ],
    [
      'of a person with a name that is no text',
      (claims: object, by: TestIssuer) => by.sign({ ...claims, ...by.people.get(by.who), sub: 'x\0' }),
    ],
  ])('with a token %s', async (_which, forged) => {
    await setUp()
    const { email } = await colleague()
    issuer.lie = (path, body) => {
      if (path !== '/token') return undefined
      const tokens = JSON.parse(body.toString())
      return Buffer.from(JSON.stringify({ ...tokens, id_token: forged(issuer.claimsOf(tokens.id_token), issuer) }))
    }
    expect(problemOf(await signOn(email))).toBe('untrusted')
    issuer.lie = undefined
    expect((await signOn(email)).status).toBe(200)
  })
})

it('a token is believed by the keys that its issuer has by now, and by those before no more', async () => {
  await setUp()
  const { email } = await colleague()
  expect((await signOn(email)).status).toBe(200)
  const since = (by: 'own' | 'other') => (path: string, body: Buffer) => {
    if (path === '/jwks') return issuer.publicKeys('other')
    if (path !== '/token') return undefined
    const tokens = JSON.parse(body.toString())
    return Buffer.from(JSON.stringify({ ...tokens, id_token: issuer.sign(issuer.claimsOf(tokens.id_token), by) }))
  }
  issuer.lie = since('other')
  expect((await signOn(email)).status).toBe(200)
  issuer.lie = since('own')
  expect(problemOf(await signOn(email))).toBe('untrusted')
})

describe('whom the issuer means', () => {
  it.each([
    ['not verified', { email_verified: false }, 'email_not_verified'],
    ['said to be verified in a text', { email_verified: 'true' }, 'email_not_verified'],
    ['of a domain that is not the organisation’s', { email: 'boss@else.example' }, 'foreign_domain'],
    ['of a domain that only ends like it', { email: 'boss@evil-shop.example' }, 'foreign_domain'],
    ['of nobody here', { email: 'unknown@' }, 'not_invited'],
  ])('is nobody by an address %s', async (_which, account, problem) => {
    await setUp()
    const { email } = await colleague()
    const said = { email, email_verified: true, ...account }
    const own = said.email.endsWith('@') ? `${said.email}${domain}` : said.email
    issuer.people.set(issuer.who, { ...said, email: own })
    await kontor.make.user({ merchant, email: `boss${count}@else.example` })
    expect(problemOf(await signOn(email))).toBe(problem)
  })

  it('is nobody of another merchant, nor of the provider', async () => {
    await setUp()
    const foreign = (await kontor.make.merchant()).merchant
    for (const of of [{ merchant: foreign }, { merchant: undefined as unknown as string, roles: [] }]) {
      const { email } = await colleague(of)
      expect(problemOf(await signOn(email))).toBe('not_invited')
    }
  })

  it('is nobody of another merchant by a subject that is linked there', async () => {
    await setUp()
    const { email, subject } = await colleague()
    await signOn(email)
    const second = (await kontor.make.merchant()).merchant
    await setUp({ domains: [`second-${domain}`] }, second)
    issuer.who = subject
    expect(problemOf(await signOn(`a@second-${domain}`))).toBe('foreign_domain')
  })

  it('is the same person by another subject that the issuer gives to another client', async () => {
    await setUp()
    const { id, email } = await colleague()
    await signOn(email)
    // As after a new client there, to which it names everybody anew.
    const db = kontor.databases.provider
    await db.deleteFrom('linked_identity').where('user_id', '=', id).execute()
    const former = { id: newId(clock.now()).id, user_id: id, house: merchant, issuer: issuer.url, client_id: 'former' }
    const at = { created_at: clock.now().toISOString(), last_used_at: clock.now().toISOString() }
    await db
      .insertInto('linked_identity')
      .values({ ...former, ...at, subject: 'for-the-former', email })
      .execute()
    expect((await signOn(email)).body.step.user.id).toBe(id)
    expect((await signOn(email)).body.step.user.id).toBe(id)
  })

  it('is not the person who had the address before', async () => {
    await setUp()
    const { id, email } = await colleague()
    await signOn(email)
    issuer.people.set('newcomer', { email, email_verified: true })
    issuer.who = 'newcomer'
    expect(problemOf(await signOn(email))).toBe('other_identity')
    const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const [{ id: identity }] = (await kontor.get(owner, `/v1/user/${id}/identity`)).body
    expect((await kontor.post(owner, `/v1/user/${id}/identity/unlink`, { identity })).status).toBe(204)
    expect((await signOn(email)).status).toBe(200)
  })

  it('does not enter when disabled, locked, or of a merchant that was deactivated', async () => {
    await setUp()
    const { id, email } = await colleague()
    const db = kontor.databases.provider
    const set = (values: object) => db.updateTable('platform_user').set(values).where('id', '=', id).execute()
    expect((await signOn(email)).status).toBe(200)
    await set({ active: false })
    expect((await signOn(email)).body.code).toBe('sign_on_refused')
    await set({ active: true, locked_at: clock.now().toISOString() })
    expect((await signOn(email)).body.code).toBe('sign_on_refused')
    await set({ locked_at: null })
    const who = visitor(kontor)
    const brought = await issuer.visit(await begin(who, email))
    await db.updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute()
    expect((await finish(who, brought)).body.code).toBe('sign_on_refused')
  })
})

describe('groups', () => {
  const groups = [
    { group: 'money', roles: ['REFUND_LIST', 'REFUND_CREATE'] },
    { group: 'desk', roles: ['TAG_LIST'] },
  ]

  it('give their roles at each sign-in and take others, and without one nobody enters', async () => {
    await setUp({ groups_claim: 'groups', groups })
    const { email, subject } = await colleague({ roles: ['TAG_LIST', 'PLAN_LIST'] }, { groups: ['money', 'unknown'] })
    const rolesAfter = async (now: unknown) => {
      issuer.people.set(subject, { email, email_verified: true, groups: now })
      const reply = await signOn(email)
      return reply.status === 200 ? reply.body.step.user.roles : problemOf(reply)
    }
    expect(await rolesAfter(['money', 'unknown'])).toEqual(['REFUND_CREATE', 'REFUND_LIST'])
    expect(await rolesAfter(['desk', 'money'])).toEqual(['REFUND_CREATE', 'REFUND_LIST', 'TAG_LIST'])
    expect(await rolesAfter('desk')).toEqual(['TAG_LIST'])
    expect(await rolesAfter(['unknown'])).toBe('no_group')
    expect(await rolesAfter(undefined)).toBe('no_group')
  })

  it('leave the last holder of the right to everything with it', async () => {
    await setUp({ groups_claim: 'groups', groups })
    const { email } = await colleague({ roles: ['USER_ALL'], password_hash }, { groups: ['desk'] })
    expect((await signOn(email)).body.step.user.roles).toEqual(['TAG_LIST', 'USER_ALL'])
  })

  it('take the right to everything from staff without a password, who never counted as its last holder', async () => {
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL', 'PSP_USER_ALL'], password_hash })
    const set = settings({ groups_claim: 'groups', groups: [{ group: 'desk', roles: ['PSP_MERCHANT_LIST'] }] })
    const staffOf = { merchant: undefined as unknown as string, roles: ['USER_ALL' as const] }
    const { id, email } = await colleague(staffOf, { groups: ['desk'] })
    const others = kontor.databases.provider
      .selectFrom('platform_user')
      .select('id')
      .where('merchant_id', 'is', null)
      .where('password_hash', 'is not', null)
    await kontor.databases.provider
      .deleteFrom('role_grant')
      .where('role', '=', 'USER_ALL')
      .where('user_id', 'in', others)
      .execute()
    expect((await kontor.post(top, '/v1/psp/sign-on', set)).status).toBe(200)
    expect((await signOn(email)).body.step.user.roles).toEqual(['PSP_MERCHANT_LIST'])
    await kontor.post(top, '/v1/psp/sign-on', settings({ active: false }))
    await kontor.databases.provider.insertInto('role_grant').values({ user_id: id, role: 'USER_ALL' }).execute()
    expect((await kontor.post(top, `/v1/user/${id}/disable`)).status).toBe(200)
  })

  it('neither give the right over the provider itself nor take it, even where the setting names it', async () => {
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'], password_hash })
    const set = settings({ groups_claim: 'groups', groups: [{ group: 'desk', roles: ['PSP_MERCHANT_LIST'] }] })
    expect((await kontor.post(top, '/v1/psp/sign-on', set)).status).toBe(200)
    // The command refuses it: somebody wrote it into the table.
    const written = JSON.stringify([{ group: 'desk', roles: ['PSP_SUPER', 'PSP_MERCHANT_LIST'] }])
    const house = sql`merchant_id = '00000000-0000-0000-0000-000000000000'`
    await sql`update sign_on set groups = ${written} where ${house}`.execute(kontor.databases.provider)
    const staffOf = { merchant: undefined as unknown as string, roles: ['PSP_USER_LIST' as const] }
    const { id, email } = await colleague(staffOf, { groups: ['desk'] })
    expect((await signOn(email)).body.step.user.roles).toEqual(['PSP_MERCHANT_LIST'])
    await kontor.databases.provider.insertInto('role_grant').values({ user_id: id, role: 'PSP_SUPER' }).execute()
    await sql`update sign_on set groups = ${JSON.stringify(set.groups)} where ${house}`.execute(
      kontor.databases.provider,
    )
    await signOn(email)
    const kept = kontor.databases.provider.selectFrom('role_grant').select('role').where('user_id', '=', id)
    expect((await kept.orderBy('role').execute()).map(({ role }) => role)).toEqual(['PSP_MERCHANT_LIST', 'PSP_SUPER'])
    await kontor.post(top, '/v1/psp/sign-on', settings({ active: false }))
  })

  it('give nothing that whoever sets them lacks, or that is no role of a merchant', async () => {
    const reasonOf = async (roles: string[], who = staff) =>
      (await setUp({ groups_claim: 'groups', groups: [{ group: 'a', roles }] }, merchant, who)).body.details
    expect(await reasonOf(['PSP_USER_LIST'])).toEqual({ 'body.groups': 'invalid_value' })
    expect(await reasonOf(['PSP_SUPER'])).toEqual({ 'body.groups': 'invalid_value' })
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
    const set = settings({ groups_claim: 'groups', groups: [{ group: 'a', roles: ['PSP_USER_LIST'] }] })
    expect((await kontor.post(top, '/v1/psp/sign-on', set)).body.details).toEqual({ 'body.groups': 'not_held' })
  })
})

describe('whoever left there', () => {
  const inside = async () => {
    await setUp()
    const someone = await colleague()
    const who = visitor(kontor)
    await signOn(someone.email, who)
    return { ...someone, who }
  }
  const asked = () => issuer.asked.get('/token') ?? 0

  it('is out at the next request that asks the issuer', async () => {
    const { id, who, subject } = await inside()
    clock.time += askAfter_ms
    expect(await isIn(who)).toBe(true)
    issuer.people.delete(subject)
    expect(await isIn(who)).toBe(true)
    clock.time += askAfter_ms
    expect((await who.get('/v1/tag')).body.code).toBe('session_expired')
    expect(await isIn(who)).toBe(false)
    expect((await eventsOf(id)).at(-1)).toBe('session_ended sign_on')
  })

  it('is asked for once in five minutes, however many requests there are', async () => {
    const { who } = await inside()
    const before = asked()
    await isIn(who)
    clock.time += askAfter_ms
    await Promise.all([isIn(who), isIn(who), isIn(who)])
    await isIn(who)
    expect(asked()).toBe(before + 1)
  })

  it('is out when the issuer has not answered for an hour, and not before', async () => {
    const { who } = await inside()
    issuer.lie = (path) => (path === '/token' ? Buffer.from('out of order') : undefined)
    for (let time = askAfter_ms; time < believedFor_ms; time += askAfter_ms) {
      clock.time += askAfter_ms
      await who.post('/v1/auth/activity')
      expect(await isIn(who)).toBe(true)
    }
    clock.time += askAfter_ms
    expect(await isIn(who)).toBe(false)
  })

  it('is out after an hour where the issuer gives nothing to ask it by', async () => {
    issuer.lie = (path, body) =>
      path === '/token'
        ? Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), refresh_token: undefined }))
        : undefined
    const { who } = await inside()
    for (const _ of [1, 2]) {
      clock.time += believedFor_ms / 3
      await who.post('/v1/auth/activity')
    }
    clock.time += believedFor_ms / 3 - 1
    expect(await isIn(who)).toBe(true)
    clock.time += 1
    expect(await isIn(who)).toBe(false)
  })

  it('is out at once when the identity is unlinked, or the issuer is another one', async () => {
    const { id, who } = await inside()
    const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const [{ id: identity }] = (await kontor.get(owner, `/v1/user/${id}/identity`)).body
    await kontor.post(owner, `/v1/user/${id}/identity/unlink`, { identity })
    expect(await isIn(who)).toBe(false)
    const next = await inside()
    await setUp({ issuer: other.url, ...other.client })
    expect(await isIn(next.who)).toBe(false)
  })
})

/** The issuer has a clock of its own, and its tokens know whole seconds: one that begins with a logout may be over by it. */
const nextSecond = () => delay(1_000 - (Date.now() % 1_000) + 5)

describe('whoever signs out there', () => {
  const logoutOf = (house = merchant) => `${kontor.url}/v1/sign-on/${house}/logout`
  const inside = async () => {
    const someone = await colleague()
    const who = visitor(kontor)
    await signOn(someone.email, who)
    return { ...someone, who }
  }
  const sidsOf = async (user: string) => {
    const { rows } = await sql<{ sid: string }>`
      select s.sid from sign_on_session s join session on session.id = s.session_id
      where session.user_id = ${user} order by session.created_at, session.id`.execute(kontor.databases.provider)
    return rows.map(({ sid }) => sid)
  }
  /** What the issuer would say, to be told wrongly. */
  const claims = (changes: object) => ({
    ...{ iss: issuer.url, aud: 'kontor', iat: Math.floor(clock.time / 1_000), jti: `jti-${++count}` },
    ...{ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...changes },
  })
  const say = async (token: string, house = merchant) =>
    (
      await fetch(logoutOf(house), {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status

  it('is out here at once, from every session or from the one that is named', async () => {
    await setUp()
    const { id, email, subject, who } = await inside()
    const elsewhere = visitor(kontor)
    clock.time += 1_000
    await signOn(email, elsewhere)
    clock.time += 1_000
    const [first, second] = await sidsOf(id)
    expect(first).not.toBe(second)
    await issuer.signOut(logoutOf(), subject, second)
    expect([await isIn(who), await isIn(elsewhere)]).toEqual([true, false])
    expect((await eventsOf(id)).at(-1)).toBe('session_ended sign_on')
    await issuer.signOut(logoutOf(), subject)
    expect(await isIn(who)).toBe(false)
    clock.time += 2_000
    await nextSecond()
    await signOn(email, who)
    expect(await isIn(who)).toBe(true)
  })

  it('has no session by a sign-in that was half finished then', async () => {
    await setUp()
    const { id, email, subject } = await colleague({ mfa_required: 'google' })
    const who = visitor(kontor)
    const { mfa_setup_token: token } = (await signOn(email, who)).body.step
    const { secret } = (await who.post('/v1/auth/mfa/setup', { token, type: 'google' })).body
    await issuer.signOut(logoutOf(), subject)
    const done = await who.post('/v1/auth/mfa/setup', { token, type: 'google', code: totp(secret, clock.now()) })
    expect([problemOf(done), await sidsOf(id)]).toEqual(['refused_there', []])
  })

  it('is one person of one organisation, and what was said is said once', async () => {
    await setUp()
    const { who, subject } = await inside()
    const second = (await kontor.make.merchant()).merchant
    await setUp({ domains: [`second-${domain}`] }, second)
    await issuer.signOut(logoutOf(second), subject)
    await issuer.signOut(logoutOf(), 'somebody-else')
    expect(await isIn(who)).toBe(true)
    const token = issuer.sign(claims({ sub: subject }))
    expect(await say(token)).toBe(200)
    expect(await isIn(who)).toBe(false)
    clock.time += 2_000
    await nextSecond()
    const again = visitor(kontor)
    const { email } = issuer.people.get(subject) as { email: string }
    await signOn(email, again)
    expect(await say(token)).toBe(200)
    expect(await isIn(again)).toBe(true)
  })

  it('is out whatever other organisations were told from the same network, and however many sign out at once', async () => {
    await setUp()
    const second = (await kontor.make.merchant()).merchant
    await setUp({ domains: [`second-${domain}`] }, second)
    const { who, subject } = await inside()
    const times = async (most: number, forged: () => string, house: string) => {
      const statuses = await Promise.all(Array.from({ length: most }, () => say(forged(), house)))
      return [...new Set(statuses)].sort()
    }
    const { tries } = signInDefaults.limits.network
    // Of the second organisation, and of an issuer that somebody else has and sends here.
    expect(await times(tries, () => issuer.sign(claims({ sub: subject }), 'other'), second)).toEqual([400])
    expect(await say(issuer.sign(claims({ sub: subject }), 'other'), second)).toBe(429)
    expect(await times(tries, () => issuer.sign(claims({ iss: other.url, sub: subject })), merchant)).toEqual([400])
    expect(await say('hello', merchant)).toBe(429)
    expect(await times(tries + 1, () => issuer.sign(claims({ sub: 'somebody-else' })), merchant)).toEqual([200])
    expect(await isIn(who)).toBe(true)
    await issuer.signOut(logoutOf(), subject)
    expect(await isIn(who)).toBe(false)
    // What the tests after this one count for the network begins at nothing.
    await sql`delete from attempt_counter where scope = 'sign_on.logout'`.execute(kontor.databases.provider)
  })

  it('is out as soon as the issuer tells its keys again, however often that was said in between', async () => {
    const late = await startIssuer('http://localhost:4000/login/return/')
    try {
      await setUp({ issuer: late.url, ...late.client })
      const { email, subject } = await colleague({}, {}, late)
      const who = visitor(kontor)
      await signOn(email, who, late)
      late.lie = (path) => (path === '/jwks' ? Buffer.from('<html>Bad gateway</html>') : undefined)
      const leaving = () => late.sign({ ...claims({ sub: subject }), iss: late.url })
      const { tries } = signInDefaults.limits.network
      const answers = await Promise.all(Array.from({ length: tries }, () => say(leaving())))
      expect([...new Set(answers)]).toEqual([503])
      // A flood is bounded, and asks the issuer no more often.
      expect(await say(leaving())).toBe(429)
      expect(late.asked.get('/jwks')).toBeLessThan(5)
      expect(await isIn(who)).toBe(true)
      late.lie = undefined
      await until(
        () => say(leaving()),
        (status) => status === 200,
      )
      expect(await isIn(who)).toBe(false)
    } finally {
      await late.stop()
    }
  })

  it.each([
    ['signed by another key', (said: object) => issuer.sign(said, 'other')],
    ['not signed', (said: object) => issuer.sign(said, 'none')],
    ['of another issuer', (said: object) => issuer.sign({ ...said, iss: other.url })],
    ['for another client', (said: object) => issuer.sign({ ...said, aud: 'another' })],
    ['of an hour ago', (said: object) => issuer.sign({ ...said, iat: Math.floor(clock.time / 1_000) - 3_600 })],
    ['that is over', (said: object) => issuer.sign({ ...said, exp: Math.floor(clock.time / 1_000) - 3_600 })],
    ['of a sign-in', (said: object) => issuer.sign({ ...said, nonce: 'n' })],
    ['about another event', (said: object) => issuer.sign({ ...said, events: { else: {} } })],
    ['without an event', (said: object) => issuer.sign({ ...said, events: undefined })],
    ['about nobody', (said: object) => issuer.sign({ ...said, sub: undefined })],
    ['without a name of its own', (said: object) => issuer.sign({ ...said, jti: undefined })],
    ['that is none', () => 'hello'],
  ])('is not believed to by a token %s', async (_which, forged) => {
    await setUp()
    const { who, subject } = await inside()
    expect(await say(forged(claims({ sub: subject })))).toBe(400)
    expect(await isIn(who)).toBe(true)
  })
})

describe('where the password no longer works', () => {
  it('no way by it is left, and the refusal says so without telling who has an account', async () => {
    await setUp()
    const { id, email } = await colleague({ password_hash })
    const who = visitor(kontor)
    await who.login(email)
    expect(await isIn(who)).toBe(true)
    await setUp({ password_allowed: false })
    expect(await isIn(who)).toBe(false)
    const codes = [
      await who.login(email),
      await who.login(email, 'wrong-horse-7'),
      await who.login(`nobody@${domain}`),
      await who.post('/v1/auth/forgot-password', { username: email }),
      await who.post('/v1/auth/forgot-password', { username: `nobody@${domain}` }),
    ].map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['sign_on_required']))
    const owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    expect((await kontor.post(owner, `/v1/user/${id}/password`)).body.code).toBe('sign_on_required')
    await signOn(email, who)
    const change = { current_password: password, password: 'Another-horse-8' }
    expect((await who.post('/v1/profile/password', change)).body.code).toBe('sign_on_required')
  })

  it('somebody of another organisation with such an address still enters by it', async () => {
    await setUp({ password_allowed: false })
    const { email } = await colleague({ merchant: (await kontor.make.merchant()).merchant, password_hash })
    expect((await visitor(kontor).login(email)).body.user.email).toBe(email)
  })

  it('a super user of the provider keeps it, with an authenticator', async () => {
    const top = await kontor.make.user({ roles: ['PSP_SUPER'], password_hash, email: `top@${domain}` })
    const support = await kontor.make.user({ roles: ['PSP_ALL'], password_hash, email: `support@${domain}` })
    const who = visitor(kontor)
    await who.login(top.email)
    const set = (password_allowed: boolean) => who.post('/v1/psp/sign-on', settings({ password_allowed }))
    expect((await set(false)).status).toBe(200)
    expect((await visitor(kontor).login(support.email)).body.code).toBe('sign_on_required')
    expect((await visitor(kontor).login(top.email)).body).toMatchObject({ required_type: 'google' })
    expect(await isIn(who)).toBe(true)
    await set(false)
    const boss = await kontor.make.cookie({
      roles: ['PSP_SUPER', 'PSP_ALL', 'USER_ALL', 'PSP_USER_ALL'],
      password_hash,
    })
    expect((await kontor.post(boss, `/v1/user/${top.id}`, { roles: ['PSP_ALL'] })).status).toBe(200)
    expect(await isIn(who)).toBe(false)
    await kontor.post(boss, '/v1/psp/sign-on', settings({ active: false }))
  })

  it('a super user of the provider is left who has one and is not disabled, or staff keep theirs', async () => {
    const db = kontor.databases.provider
    const { rows: before } = await sql<{ id: string }>`
      select user_id as id from role_grant where role = 'PSP_SUPER'`.execute(db)
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
    for (const { id } of before)
      await db.updateTable('platform_user').set({ active: false }).where('id', '=', id).execute()
    // A password of somebody else of the provider, or of a super user who cannot sign in, is no way in.
    await kontor.make.user({ roles: ['PSP_ALL'], password_hash })
    const { id } = await kontor.make.user({ roles: ['PSP_SUPER'], password_hash, active: false })
    const set = (changes: object) => kontor.post(top, '/v1/psp/sign-on', settings(changes))
    expect((await set({})).status).toBe(200)
    const { status, body } = await set({ password_allowed: false })
    expect([status, body.code, body.details]).toEqual([409, 'last_holder', { roles: ['PSP_SUPER'] }])
    expect((await kontor.get(top, '/v1/psp/sign-on')).body.sign_on.password_allowed).toBe(true)
    await db.updateTable('platform_user').set({ active: true }).where('id', '=', id).execute()
    expect((await set({ password_allowed: false })).status).toBe(200)
    await set({ active: false })
  })
})

describe('a setting of single sign-on', () => {
  it('never gives its secret, and says when and by whom it was changed', async () => {
    const { status, body } = await setUp()
    expect([status, body.redirect_uri]).toEqual([200, `http://localhost:4000/login/return/${merchant}`])
    expect(JSON.stringify(body)).not.toContain(issuer.client.client_secret)
    expect(body.sign_on.client_secret_changed_by).toMatch(/^User/)
    const before = body.sign_on.client_secret_changed_at
    const kept = await setUp({ client_secret: undefined })
    expect([kept.status, kept.body.sign_on.client_secret_changed_at]).toEqual([200, before])
    const { email } = await colleague()
    expect((await signOn(email)).status).toBe(200)
  })

  it('that gets another secret says so in the history, without the secret', async () => {
    await setUp()
    await setUp({ client_secret: 'another secret' })
    const { body } = await kontor.get(staff, `/v1/psp/merchant/${merchant}/history`)
    const [last] = body.changes
    expect([last.part, last.operation]).toEqual(['sign_on', 'updated'])
    expect(last.fields).toContainEqual({ field: 'client_secret', before: null, after: null, is_secret: true })
    expect(JSON.stringify(body)).not.toContain('another secret')
  })

  it('sends no secret to an address that it was not typed for', async () => {
    await setUp()
    for (const changes of [{ issuer: other.url }, { client_id: 'another' }])
      expect((await setUp({ ...changes, client_secret: undefined })).body.details).toEqual({
        'body.client_secret': 'required',
      })
  })

  it('of a merchant takes no mail domain of the provider’s staff', async () => {
    await kontor.make.user({ roles: ['PSP_ALL'], email: `boss@${domain}` })
    expect((await setUp()).body.details).toEqual({ 'body.domains': 'taken' })
  })

  it('takes no domain of another organisation, not even two at once', async () => {
    const second = (await kontor.make.merchant()).merchant
    const both = await Promise.all([setUp(), setUp({}, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body.details).toEqual({ 'body.domains': 'taken' })
  })

  it.each([
    ['PSP_ALL', 200, 200],
    ['PSP_SUPER', 403, 403],
    ['PSP_MERCHANT_ALL', 200, 403],
    ['USER_ALL', 403, 403],
  ] as const)('with %s is read with %i and set with %i', async (role, read, set) => {
    const who = await kontor.make.cookie({ roles: [role] })
    const at = `/v1/psp/merchant/${merchant}/sign-on`
    expect([(await kontor.get(who, at)).status, (await kontor.post(who, at, settings())).status]).toEqual([read, set])
  })

  it('of the provider has a history, which says who changed what, without the secret', async () => {
    const top = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
    const set = (changes: object) => kontor.post(top, '/v1/psp/sign-on', settings({ active: false, ...changes }))
    await set({})
    await set({ client_secret: 'another secret', factor_values: ['otp'] })
    const ofMerchant = `shop.${domain}`
    expect((await setUp({ domains: [ofMerchant] })).status).toBe(200)
    const { status, body } = await kontor.get(top, '/v1/psp/sign-on/history')
    expect([status, body.currency_code]).toEqual([200, null])
    const [last] = body.changes
    expect(last).toMatchObject({ operation: 'updated', part: 'sign_on', command: 'set-provider-sign-on' })
    expect(last).toMatchObject({ actor_kind: 'user', actor_name: expect.stringMatching(/^User/), ip: '127.0.0.1' })
    expect(last.fields).toContainEqual({ field: 'factor_values', before: [], after: ['otp'], is_secret: false })
    expect(last.fields).toContainEqual({ field: 'client_secret', before: null, after: null, is_secret: true })
    expect(JSON.stringify(body)).toContain(domain)
    for (const hidden of ['another secret', ofMerchant]) expect(JSON.stringify(body)).not.toContain(hidden)
  })

  it('of the provider is a super user’s alone', async () => {
    for (const role of ['PSP_ALL', 'PSP_USER_ALL'] as const) {
      const who = await kontor.make.cookie({ roles: [role] })
      expect((await kontor.get(who, '/v1/psp/sign-on/history')).status).toBe(403)
      expect((await kontor.get(who, '/v1/psp/sign-on')).status).toBe(403)
      expect((await kontor.post(who, '/v1/psp/sign-on', settings())).status).toBe(403)
    }
  })
})

describe('an issuer that is tried', () => {
  const problem = async (at: string, who = staff) => {
    const { status, body } = await kontor.post(who, '/v1/psp/sign-on/try', { issuer: at })
    return status === 200 ? body.problem : body.code
  }

  it('is fine, or is told in words what is wrong', async () => {
    expect((await kontor.post(staff, '/v1/psp/sign-on/try', { issuer: issuer.url })).body).toEqual({
      ...{ problem: null, refresh: true, logout: true },
    })
    expect(await problem(`${issuer.url}/tenant`)).toBe('not_found')
    expect(await problem('http://127.0.0.1:1234')).toBe('no_answer')
    expect((await kontor.post(staff, '/v1/psp/sign-on/try', { issuer: 'http://127.0.0.1:5432' })).body.details).toEqual(
      {
        'body.issuer': 'port_not_of_web',
      },
    )
    const lies: [string, (said: Record<string, unknown>) => unknown][] = [
      ['other_issuer', (said) => ({ ...said, issuer: 'https://else.example' })],
      ['no_code_flow', (said) => ({ ...said, response_types_supported: ['id_token'] })],
      ['no_pkce', (said) => ({ ...said, code_challenge_methods_supported: ['plain'] })],
      ['not_understood', (said) => ({ ...said, jwks_uri: undefined })],
      ['not_understood', () => 'hello'],
    ]
    for (const [word, lie] of lies) {
      issuer.lie = (_path, body) => Buffer.from(JSON.stringify(lie(JSON.parse(body.toString()))))
      expect(await problem(issuer.url)).toBe(word)
    }
    issuer.lie = () => Buffer.alloc(300_000, ' ')
    expect(await problem(issuer.url)).toBe('too_large')
    Object.assign(issuer, { lie: undefined, delay_ms: 2_500 })
    expect(await problem(issuer.url)).toBe('timeout')
  })

  it('and could not be used is not asked at each sign-in, and keeps nobody from another issuer', async () => {
    const broken = await startIssuer('http://localhost:4000/login/return/')
    broken.lie = () => Buffer.from('out of order')
    await setUp({ issuer: broken.url, ...broken.client })
    const tryIt = () => visitor(kontor).post('/v1/auth/sign-on', { username: `a@${domain}` })
    expect([problemOf(await tryIt()), problemOf(await tryIt())]).toEqual(['unreachable', 'unreachable'])
    expect([...broken.asked.values()]).toEqual([1])
    broken.lie = undefined
    expect(await problem(broken.url)).toBe(null)
    expect((await tryIt()).status).toBe(200)
    await broken.stop()
  })

  it('that is away leaves a sign-in with words for it', async () => {
    const gone = await startIssuer('http://localhost:4000/login/return/')
    await setUp({ issuer: gone.url, ...gone.client })
    const { email } = await colleague({}, {}, gone)
    const who = visitor(kontor)
    const brought = await gone.visit(await begin(who, email))
    await gone.stop()
    expect(problemOf(await finish(who, brought))).toBe('unreachable')
  })
})
