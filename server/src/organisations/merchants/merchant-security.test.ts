import { defaultPasswordPolicy } from '@kontor/contract/identity/password.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'
import { issueToken } from '../../identity/sign-in/user-tokens.ts'

const absent = '01900000-0000-7000-8000-000000000000'
const strict = { length: 20, number: false, uppercase: false, lowercase: true, special: false }
let kontor: TestApp
let provider: string
let password_hash: string

beforeAll(async () => {
  kontor = await startTestApp()
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

const newMerchant = async () => (await kontor.make.merchant()).merchant
const at = (merchant: string) => `/v1/psp/merchant/${merchant}/security`
const body = (changes: object = {}) => ({ password_policy: defaultPasswordPolicy, mfa_required: 'none', ...changes })
const reply = (changes: object = {}) => ({
  ...body({ allowed_ips: null, session_minutes: null, longest_session_minutes: 30 }),
  ...changes,
})
const userOf = async (merchant: string, address?: string) => {
  const { email } = await kontor.make.user({ merchant, roles: ['USER_ALL'], password_hash })
  const who = visitor(kontor, address)
  return { who, email, signIn: () => who.login(email) }
}

describe("a merchant's sign-in security", () => {
  it('is the default until somebody sets it, and is then what was set', async () => {
    const merchant = await newMerchant()
    expect((await kontor.get(provider, at(merchant))).body).toEqual(reply())
    for (const set of [{ password_policy: strict, mfa_required: 'google' }, { mfa_required: 'choice' }]) {
      const { status, body: answer } = await kontor.post(provider, at(merchant), body(set))
      expect([status, answer]).toEqual([200, reply(set)])
      expect((await kontor.get(provider, at(merchant))).body).toEqual(reply(set))
    }
  })

  it('is kept in the history with its reason, which programs may leave out', async () => {
    const merchant = await newMerchant()
    const last = async () => (await kontor.get(provider, `/v1/psp/merchant/${merchant}/history`)).body.changes
    await kontor.post(provider, at(merchant), body({ mfa_required: 'choice', reason: 'Asked for by mail' }))
    const fieldsOf = (changes: { part: string | null; fields: object[] }[]) =>
      changes.find(({ part }) => part === null)?.fields
    expect(fieldsOf(await last())).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'mfa_required', after: 'choice' }),
        expect.objectContaining({ field: 'configuration_reason', after: 'Asked for by mail' }),
      ]),
    )
    await kontor.post(provider, at(merchant), body({ mfa_required: 'none' }))
    expect(fieldsOf(await last())).toContainEqual(
      expect.objectContaining({ field: 'configuration_reason', before: 'Asked for by mail', after: null }),
    )
    for (const reason of [' ', 'card 4111 1111 1111 1111'])
      expect((await kontor.post(provider, at(merchant), body({ reason }))).status).toBe(400)
  })

  it.each([
    ['PSP_ALL', 200, 200],
    ['PSP_MERCHANT_ALL', 200, 200],
    ['PSP_MERCHANT_UPDATE', 200, 200],
    ['PSP_MERCHANT_LIST', 200, 403],
    ['PSP_USER_ALL', 403, 403],
    ['USER_ALL', 403, 403],
  ] as const)('with %s is read with %i and set with %i', async (role, read, set) => {
    const [who, merchant] = [await kontor.make.cookie({ roles: [role] }), await newMerchant()]
    expect([
      (await kontor.get(who, at(merchant))).status,
      (await kontor.post(who, at(merchant), body())).status,
    ]).toEqual([read, set])
  })

  it('is nothing to the merchant itself, and of no merchant there is none', async () => {
    const merchant = await newMerchant()
    const own = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    for (const who of [own, await kontor.make.apiKey(merchant)]) {
      expect((await kontor.get(who, at(merchant))).status).toBe(403)
      expect((await kontor.post(who, at(merchant), body())).status).toBe(403)
    }
    for (const id of [absent, 'x']) {
      expect((await kontor.get(provider, at(id))).status).toBe(404)
      expect((await kontor.post(provider, at(id), body())).status).toBe(404)
    }
  })

  it.each([
    ['a length of less than 8', body({ password_policy: { ...strict, length: 7 } })],
    ['a length of more than 64', body({ password_policy: { ...strict, length: 65 } })],
    ['half a policy', body({ password_policy: { length: 12 } })],
    ['a rule that there is not', body({ password_policy: { ...strict, emoji: true } })],
    ['a factor that there is not', body({ mfa_required: 'sms' })],
    ['no factor', { password_policy: strict }],
    ['a network that there is not', body({ allowed_ips: ['192.0.2.0/33'] })],
    ['a name of a host', body({ allowed_ips: ['office.example'] })],
    ['sessions of four minutes', body({ session_minutes: 4 })],
    ['sessions longer than those of the installation', body({ session_minutes: 31 })],
  ])('takes no %s', async (_what, wrong) => {
    expect((await kontor.post(provider, at(await newMerchant()), wrong)).status).toBe(400)
  })

  it('holds for the next password of its users, and for nobody else', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    await kontor.post(provider, at(merchant), body({ password_policy: strict }))
    const change = async (house: string, next: string) => {
      const { who, signIn } = await userOf(house)
      await signIn()
      return (await who.post('/v1/profile/password', { current_password: password, password: next })).status
    }
    expect(await change(merchant, 'Another-horse-8')).toBe(422)
    expect(await change(merchant, 'an other horse of many words')).toBe(204)
    expect(await change(other, 'Another-horse-8')).toBe(204)
  })

  it('asks for the factor at the next sign-in, and forbids at the next request to switch it off', async () => {
    const merchant = await newMerchant()
    const { who, signIn } = await userOf(merchant)
    expect((await signIn()).body.user).toBeDefined()
    await kontor.post(provider, at(merchant), body({ mfa_required: 'google' }))
    expect((await who.get('/v1/profile')).body).toMatchObject({ mfa_required: true, mfa_types: ['google'] })
    expect((await who.post('/v1/profile/mfa/off', { password })).body.code).toBe('mfa_required')
    expect((await signIn()).body).toEqual({ mfa_setup_token: expect.any(String), required_type: 'google' })
    await kontor.post(provider, at(merchant), body())
    expect((await signIn()).body.user).toBeDefined()
  })
})

describe('the networks from which the people of a merchant work', () => {
  const inside = '203.0.113.7'
  const elsewhere = '198.51.100.9'
  const set = (merchant: string, allowed_ips: string[] | null) =>
    kontor.post(provider, at(merchant), body({ allowed_ips }))
  const refused = (address: string) => ({ code: 'network_not_allowed', details: { address } })

  it.each([
    [['203.0.113.0/24'], inside, elsewhere],
    [['192.0.2.1', '203.0.113.7'], inside, '203.0.113.8'],
    [['2001:db8:1::/48'], '2001:db8:1:2::3', '2001:db8:2::1'],
    [['203.0.113.0/24'], `::ffff:${inside}`, '2001:db8:1::1'],
  ])('let them in from %j at %s, and not at %s, where the right password says why', async (networks, at, not) => {
    const merchant = await newMerchant()
    await set(merchant, networks)
    const { email, signIn } = await userOf(merchant, at)
    expect((await signIn()).body.user).toMatchObject({ merchant })
    const outside = visitor(kontor, not)
    const { status, body: answer } = await outside.login(email)
    expect([status, answer]).toMatchObject([401, refused(not)])
    expect((await outside.login(email, 'Wrong-horse-7')).body.code).toBe('invalid_credentials')
    expect(outside.cookies.size).toBe(0)
  })

  it('hold at the next request of a session, which goes on at work', async () => {
    const merchant = await newMerchant()
    const { who, signIn } = await userOf(merchant, inside)
    await signIn()
    const stolen = visitor(kontor, elsewhere)
    for (const [name, value] of who.cookies) stolen.cookies.set(name, value)
    expect((await stolen.get('/v1/transaction')).status).toBe(200)
    await set(merchant, ['203.0.113.0/24'])
    for (const path of ['/v1/transaction', '/v1/auth/session', '/v1/profile']) {
      const { status, body: answer } = await stolen.get(path)
      expect([path, status, answer]).toMatchObject([path, 401, refused(elsewhere)])
      expect((await who.get(path)).status).toBe(200)
    }
    expect((await stolen.post('/v1/auth/activity')).status).toBe(401)
    await set(merchant, null)
    expect((await stolen.get('/v1/transaction')).status).toBe(200)
    await set(merchant, ['203.0.113.0/24'])
    // Whoever is elsewhere may still end the session.
    expect((await stolen.post('/v1/auth/logout')).status).toBe(204)
    expect((await who.get('/v1/transaction')).status).toBe(401)
  })

  it('hold between the two steps of a sign-in, and for a link that sets a password', async () => {
    const merchant = await newMerchant()
    await kontor.post(provider, at(merchant), body({ mfa_required: 'google' }))
    const { who, email, signIn } = await userOf(merchant, elsewhere)
    const { mfa_setup_token: token } = (await signIn()).body
    expect((await who.post('/v1/auth/mfa/setup', { token, type: 'google' })).status).toBe(200)
    await set(merchant, ['203.0.113.0/24'])
    expect((await who.post('/v1/auth/mfa/setup', { token, type: 'google' })).body).toMatchObject(refused(elsewhere))
    const { id } = await kontor.databases.provider
      .selectFrom('platform_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const link = await kontor.databases.provider
      .transaction()
      .execute((trx) => issueToken(trx, id, 'reset_password', new Date()))
    expect((await who.post('/v1/auth/check-token', { token: link, purpose: 'password' })).body).toMatchObject(
      refused(elsewhere),
    )
  })

  it('bind no staff of the provider, no program and nobody else’s people', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    await set(merchant, ['203.0.113.0/24'])
    const { email } = await kontor.make.user({ roles: ['PSP_ALL'], password_hash })
    const staff = visitor(kontor, elsewhere)
    expect((await staff.login(email)).body.user).toMatchObject({ psp: true })
    expect((await staff.get(`/v1/transaction?merchant=${merchant}`)).status).toBe(200)
    expect((await kontor.get(await kontor.make.apiKey(merchant, ['USER_ALL']), '/v1/transaction')).status).toBe(200)
    const { signIn } = await userOf(other, elsewhere)
    expect((await signIn()).body.user).toMatchObject({ merchant: other })
  })

  it('stay as they are when they are left out, and are in the history', async () => {
    const merchant = await newMerchant()
    await kontor.post(provider, at(merchant), body({ allowed_ips: ['203.0.113.7'], session_minutes: 10 }))
    const { body: kept } = await kontor.post(provider, at(merchant), body({ mfa_required: 'choice' }))
    expect(kept).toEqual(reply({ mfa_required: 'choice', allowed_ips: ['203.0.113.7'], session_minutes: 10 }))
    const { body: none } = await kontor.post(provider, at(merchant), body({ allowed_ips: [], session_minutes: null }))
    expect(none).toEqual(reply())
    const { changes } = (await kontor.get(provider, `/v1/psp/merchant/${merchant}/history`)).body
    const networks = { field: 'allowed_ips', before: ['203.0.113.7'], after: null, is_secret: false }
    expect(changes[0]).toMatchObject({ command: 'set-merchant-security' })
    expect(changes[0].fields).toContainEqual(networks)
    expect(changes[0].fields).toContainEqual({ field: 'session_minutes', before: 10, after: null, is_secret: false })
  })

  it('say beforehand whom they leave out, and whether the one who asks is among them', async () => {
    const merchant = await newMerchant()
    const preview = async (allowed_ips: string[]) =>
      (await kontor.post(provider, `${at(merchant)}/networks`, { allowed_ips })).body
    for (const address of [inside, elsewhere]) await (await userOf(merchant, address)).signIn()
    const outside = (address: string) => ({ address, users: 1, last_at: expect.any(String) })
    expect(await preview(['203.0.113.0/24'])).toEqual({
      ...{ own_address: '127.0.0.1', includes_own_address: false },
      ...{ users_outside: 1, outside: [outside(elsewhere)] },
    })
    expect(await preview(['127.0.0.0/8'])).toMatchObject({
      ...{ includes_own_address: true, users_outside: 2, outside: [outside(elsewhere), outside(inside)] },
    })
    expect(await preview(['0.0.0.0/0'])).toMatchObject({ users_outside: 0, outside: [] })
    const looks = await kontor.make.cookie({ roles: ['PSP_MERCHANT_LIST'] })
    expect((await kontor.post(looks, `${at(merchant)}/networks`, { allowed_ips: ['::/0'] })).status).toBe(403)
  })
})
