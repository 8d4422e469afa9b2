import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askedInTurn } from '../../../test/crashes/held-turn.ts'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../sign-in/password.ts'

const absent = '01900000-0000-7000-8000-000000000000'
const fresh = 'Another-horse-8'
const merchantCommands = ['invitation', 'link', 'disable', 'enable', 'password', 'mfa/reset', 'sessions/end']
const clock = { time: Date.now(), now: () => new Date(clock.time) }
let kontor: TestApp
let mailbox: Mailbox
let merchant: string
let owner: string
let staff: string
let password_hash: string
let count = 0

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ clock, mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
  password_hash = await hashPassword(password)
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'], password_hash })
})
// Each test has a merchant of its own, because holders are counted per merchant.
beforeEach(async () => {
  merchant = (await kontor.make.merchant()).merchant
  owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'], password_hash })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

type Given = Parameters<TestApp['make']['user']>[0]
const user = (given: Given = {}) => kontor.make.user({ merchant, password_hash, ...given })
const colleague = (given: Given = {}) => kontor.make.cookie({ merchant, password_hash, ...given })
const newAddress = () => `guest${++count}@shop.example`
const idOf = async (who: string): Promise<string> => (await kontor.get(who, '/v1/auth/session')).body.id
const signIn = async (email: string, secret = password): Promise<Reply> => visitor(kontor).login(email, secret)
const post = (who: string, id: string, command: string, body: object = {}) =>
  kontor.post(who, `/v1/user/${id}${command && `/${command}`}`, body)
const bodyOf = (command: string) => (command === 'mfa/reset' ? rung : {})
const rung = { reason: 'rung back at the number of the contract' }
const remove = (who: string, id: string) => kontor.call(who, 'DELETE', `/v1/user/${id}`, {})
const codeOf = ({ status, body }: Reply) => (status < 300 ? status : body.code)
const invite = (who: string, email: string, changes: object = {}) =>
  kontor.post(who, '/v1/user', {
    ...{ people: [{ email }], organisation: merchant, roles: ['TAG_LIST'], language: 'en-US' },
    ...changes,
  })
const invited = async (email = newAddress(), changes: object = {}): Promise<{ id: string; email: string }> => ({
  id: (await invite(owner, email, changes)).body.results[0].user,
  email,
})
const accept = async (token: string, secret = fresh) =>
  (await visitor(kontor).post('/v1/auth/update-password', { token, password: secret })).status

describe('nobody', () => {
  it('gives a role that they lack, to a new user or an old one', async () => {
    const less = await colleague({ roles: ['PLATFORMUSER_ALL', 'REFUND_ALL'] })
    const { id } = await user()
    const refused = { 'body.roles': 'not_held' }
    expect((await invite(less, newAddress(), { roles: ['TAG_LIST'] })).body.details).toEqual(refused)
    expect((await post(less, id, '', { roles: ['TAG_LIST'] })).body.details).toEqual(refused)
    expect((await post(less, id, '', { roles: ['REFUND_CREATE'] })).body.roles).toEqual(['REFUND_CREATE'])
  })

  it('changes somebody who holds more than they do', async () => {
    const less = await colleague({ roles: ['PLATFORMUSER_ALL'] })
    const { id } = await user({ roles: ['TAG_LIST'] })
    const replies = [
      await post(less, id, '', { roles: ['PLATFORMUSER_LIST'] }),
      await post(less, id, '', { mfa_required: 'none' }),
      ...(await Promise.all(merchantCommands.map((command) => post(less, id, command, bodyOf(command))))),
      await remove(less, id),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => 'holds_more'))
    expect((await kontor.get(owner, `/v1/user/${id}`)).body).toMatchObject({ roles: ['TAG_LIST'], status: 'ACTIVE' })
  })

  it('gives a merchant’s user a role of the provider', async () => {
    const { id } = await user()
    const replies = [
      await post(staff, id, '', { roles: ['PSP_USER_LIST'] }),
      await invite(staff, newAddress(), { roles: ['PSP_ALL'] }),
    ]
    expect(replies.map(({ body }) => body.details)).toEqual(Array(2).fill({ 'body.roles': 'not_allowed' }))
  })

  it('without it makes a super user, or touches one', async () => {
    const { id } = await kontor.make.user({ roles: ['PSP_SUPER'], password_hash })
    const { id: other } = await kontor.make.user({ roles: ['PSP_ALL'], password_hash })
    const boss = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'], password_hash })
    const grant = { roles: ['PSP_ALL', 'PSP_SUPER'] }
    expect((await post(staff, other, '', grant)).body.details).toEqual({ 'body.roles': 'not_held' })
    expect((await post(staff, id, '', { mfa_required: 'none' })).body.details).toEqual({ roles: ['PSP_SUPER'] })
    expect((await post(boss, other, '', grant)).status).toBe(200)
    // A mailbox is never enough for a super user.
    expect((await post(boss, id, '', { mfa_required: 'email' })).body.code).toBe('mfa_type_refused')
    expect((await post(boss, id, '', { mfa_required: 'google' })).status).toBe(200)
    const { id: mailed } = await kontor.make.user({ roles: ['PSP_ALL'], password_hash })
    await post(boss, mailed, '', { mfa_required: 'email' })
    const refused = { 'body.mfa_required': 'not_allowed' }
    const replies = [
      await post(boss, mailed, '', grant),
      await invite(boss, newAddress(), { organisation: null, ...grant, mfa_required: 'email' }),
    ]
    for (const { body } of replies) expect(body).toMatchObject({ code: 'mfa_type_refused', details: refused })
  })

  it('changes, disables, resets, signs out or deletes themselves here', async () => {
    const own = await idOf(owner)
    const replies = [
      await post(owner, own, '', { mfa_required: 'none' }),
      ...(await Promise.all(
        ['disable', 'mfa/reset', 'sessions/end'].map((command) => post(owner, own, command, bodyOf(command))),
      )),
      await remove(owner, own),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => 'own_account'))
  })

  it('reaches a user of another merchant, of another part of the tree, or of the provider', async () => {
    const { id } = await user()
    const { id: ofProvider } = await kontor.make.user({})
    const stranger = await kontor.make.cookie({ ...(await kontor.make.merchant()), roles: ['USER_ALL'] })
    const branch = await kontor.make.organisation(merchant)
    const beside = await colleague({ organisation: branch, roles: ['USER_ALL'] })
    const replies = [
      await post(stranger, id, 'disable'),
      await post(beside, id, 'disable'),
      await remove(beside, id),
      await post(owner, absent, 'disable'),
      await post(owner, ofProvider, 'disable'),
      await invite(owner, newAddress(), { organisation: absent }),
      await invite(beside, newAddress(), { organisation: merchant }),
      await invite(owner, newAddress(), { organisation: null }),
    ]
    expect(replies.map(codeOf)).toEqual([...Array(5).fill('not_found'), ...Array(3).fill('invalid_request')])
    expect((await kontor.get(beside, '/v1/user')).body).toHaveLength(1)
  })

  it('with the roles of one area manages the people of the other', async () => {
    const { id } = await user()
    const { id: ofProvider } = await kontor.make.user({})
    const forMerchants = await kontor.make.cookie({ roles: ['PLATFORMUSER_ALL'] })
    const forStaff = await kontor.make.cookie({ roles: ['PSP_USER_ALL'] })
    const changed = { language: 'nl' }
    const replies = [
      await post(forMerchants, ofProvider, '', changed),
      await post(forStaff, id, '', changed),
      await invite(forMerchants, newAddress(), { organisation: null, roles: ['PLATFORMUSER_LIST'] }),
      await post(forMerchants, id, '', changed),
      await post(forStaff, ofProvider, '', changed),
      await invite(forStaff, newAddress(), { organisation: null, roles: ['PSP_USER_LIST'] }),
    ]
    expect(replies.map(codeOf)).toEqual(['forbidden', 'forbidden', 'forbidden', 200, 200, 201])
  })

  it('moves a user to a part of the tree that they do not see', async () => {
    const branch = await kontor.make.organisation(merchant)
    const { id } = await user({ organisation: branch })
    const inBranch = await colleague({ organisation: branch, roles: ['USER_ALL'] })
    expect((await post(inBranch, id, '', { organisation: merchant })).body.details).toEqual({
      'body.organisation': 'not_found',
    })
    const elsewhere = (await kontor.make.merchant()).merchant
    expect(codeOf(await post(staff, id, '', { organisation: elsewhere }))).toBe('invalid_request')
    expect((await post(owner, id, '', { organisation: merchant })).body.organisation).toBe(merchant)
  })
})

describe('the last who holds everything', () => {
  it('of a merchant is neither demoted, nor disabled, nor deleted, nor moved', async () => {
    const own = await idOf(owner)
    const branch = await kontor.make.organisation(merchant)
    // A person without a password, a disabled one and one of a branch cannot help.
    await kontor.make.user({ merchant, roles: ['USER_ALL'] })
    await user({ roles: ['USER_ALL'], active: false })
    await user({ roles: ['USER_ALL'], organisation: branch })
    const attempts = () => [
      post(staff, own, '', { roles: ['TAG_LIST'] }),
      post(staff, own, '', { organisation: branch }),
      post(staff, own, 'disable'),
      remove(staff, own),
    ]
    const replies = await Promise.all(attempts())
    expect(replies.map(codeOf)).toEqual(Array(4).fill('last_holder'))
    expect((await kontor.get(owner, `/v1/user/${own}`)).body).toMatchObject({ roles: ['USER_ALL'], status: 'ACTIVE' })
    await user({ roles: ['USER_ALL'] })
    expect(codeOf(await post(staff, own, 'disable'))).toBe(200)
  })

  it('of a merchant stays when two who hold it demote, disable or delete each other at once', async () => {
    const ways = [
      (who: string, id: string) => post(who, id, '', { roles: ['TAG_LIST'] }),
      (who: string, id: string) => post(who, id, 'disable'),
      remove,
    ]
    for (const [index, way] of ways.entries()) {
      const { merchant: one } = await kontor.make.merchant()
      const given = { merchant: one, roles: ['USER_ALL' as const], password_hash }
      const [a, b] = [await kontor.make.cookie(given), await kontor.make.cookie(given)]
      const [idA, idB] = [await idOf(a), await idOf(b)]
      const replies = await Promise.all([way(a, idB), way(b, idA)])
      const codes = replies.map(codeOf)
      // The other is refused as the last one, or, when the first was faster, has no right any more.
      expect([index, codes.filter((code) => typeof code === 'number').length]).toEqual([index, 1])
      const left = await kontor.get(staff, `/v1/user?merchant=${one}&status=ACTIVE&roles=USER_ALL`)
      expect(left.body).toHaveLength(1)
    }
  })

  it('of a merchant stays also when both were about to go before either had gone', async () => {
    for (const way of [remove, (who: string, id: string) => post(who, id, 'disable')]) {
      const { merchant: one } = await kontor.make.merchant()
      const given = { merchant: one, roles: ['USER_ALL' as const], password_hash }
      const [a, b] = [await kontor.make.cookie(given), await kontor.make.cookie(given)]
      const [idA, idB] = [await idOf(a), await idOf(b)]
      const codes = (await askedInTurn(kontor, `users ${one}`, () => [way(a, idB), way(b, idA)])).map(codeOf)
      expect(codes.filter((code) => typeof code === 'number')).toHaveLength(1)
      expect(codes).toContain('last_holder')
    }
  })

  it('of the provider is refused in the same way', async () => {
    const holders = await kontor.databases.provider
      .selectFrom('role_grant')
      .select('user_id')
      .where('role', '=', 'PSP_ALL')
      .execute()
    const own = await idOf(staff)
    const others = holders.map(({ user_id }) => user_id).filter((id) => id !== own)
    if (others.length > 0)
      await kontor.databases.provider
        .updateTable('platform_user')
        .set({ active: false })
        .where('id', 'in', others)
        .execute()
    // Somebody with every single role may demote others as well.
    const helper = await kontor.make.cookie({ roles: ['PSP_ALL'], password_hash })
    expect(codeOf(await post(helper, own, '', { roles: ['TAG_LIST'] }))).toBe(200)
    await kontor.databases.provider.insertInto('role_grant').values({ user_id: own, role: 'PSP_ALL' }).execute()
    const replies = await Promise.all([post(staff, await idOf(helper), 'disable'), post(helper, own, 'disable')])
    expect(replies.map(codeOf).filter((code) => code === 200)).toHaveLength(1)
    const { body } = await kontor.get(codeOf(replies[0] as Reply) === 200 ? staff : helper, '/v1/auth/session')
    expect(body.roles).toContain('PSP_ALL')
    await kontor.databases.provider.updateTable('platform_user').set({ active: true }).where('id', '=', own).execute()
    staff = await kontor.make.cookie({ roles: ['PSP_ALL'], password_hash })
  })
})

describe('a change of a user', () => {
  it('of roles takes effect at the next request, without a new sign-in', async () => {
    const { id, email } = await user({ roles: ['TAG_LIST'] })
    const who = visitor(kontor)
    await who.login(email)
    const may = async () => [(await who.get('/v1/tag')).status, (await who.get('/v1/plan')).status]
    expect(await may()).toEqual([200, 403])
    await post(owner, id, '', { roles: ['PLAN_LIST'] })
    expect(await may()).toEqual([403, 200])
  })

  it('of organisation takes effect at the next request', async () => {
    const branch = await kontor.make.organisation(merchant)
    const { id, email } = await user({ roles: ['ORGANISATION_LIST'] })
    const who = visitor(kontor)
    await who.login(email)
    expect((await who.get('/v1/organisation')).body).toHaveLength(2)
    await post(owner, id, '', { organisation: branch })
    expect((await who.get('/v1/organisation')).body).toHaveLength(1)
  })

  it('that disables signs out at once, and nobody signs in again until it is enabled', async () => {
    const { id, email } = await user()
    const who = visitor(kontor)
    await who.login(email)
    expect((await post(owner, id, 'disable')).body.status).toBe('DISABLED')
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await post(owner, id, 'enable')).body.status).toBe('ACTIVE')
    // The old session stays ended.
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await signIn(email)).body.user).toBeDefined()
  })

  it('that ends sessions ends all of them, and the person may sign in again', async () => {
    const { id, email } = await user()
    const [one, other] = [visitor(kontor), visitor(kontor)]
    await one.login(email)
    await other.login(email)
    expect((await post(owner, id, 'sessions/end')).status).toBe(200)
    expect([(await one.get('/v1/auth/session')).status, (await other.get('/v1/auth/session')).status]).toEqual([
      401, 401,
    ])
    expect((await signIn(email)).status).toBe(200)
  })

  it('that resets the factor lets the password alone in, ends sessions, and tells the person', async () => {
    const { id, email } = await user({ mfa_type: 'email' })
    expect((await signIn(email)).body.mfa_type).toBe('email')
    expect((await post(owner, id, 'mfa/reset', rung)).body.mfa).toBe('none')
    expect((await signIn(email)).body.user).toBeDefined()
    await expect.poll(() => mailbox.count(email, /second factor was (turned|switched) off/)).toBe(1)
  })

  it('that resets a factor says how it is known who asked, each time, and the history of the person has it', async () => {
    const { id } = await user({ mfa_type: 'email' })
    for (const body of [{}, { reason: '  ' }])
      expect((await post(owner, id, 'mfa/reset', body)).body.details).toEqual({ 'body.reason': 'required' })
    const card = await post(owner, id, 'mfa/reset', { reason: 'has 4111 1111 1111 1111' })
    expect(card.body.details).toEqual({ 'body.reason': 'contains_card_number' })
    expect((await post(owner, id, 'mfa/reset', rung)).status).toBe(200)
    // The same words once more are another reset.
    clock.time += 1_000
    expect((await post(owner, id, 'mfa/reset', rung)).status).toBe(200)
    const { changes } = (await kontor.get(owner, `/v1/user/${id}/history`)).body
    const resets = changes.filter(({ command }: { command: string | null }) => command === 'reset-mfa-of-user')
    expect(resets).toHaveLength(2)
    expect(JSON.stringify(resets)).toContain(rung.reason)
  })

  it('that asks for a new password mails the link to the person alone', async () => {
    const { id, email } = await user()
    const reply = await post(owner, id, 'password')
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([200, expect.not.stringContaining('token')])
    const link = linkIn(await mailbox.to(email, /Set a new password/))
    // The old one works until then.
    expect((await signIn(email)).status).toBe(200)
    expect(await accept(link.searchParams.get('token') ?? '')).toBe(204)
    expect((await signIn(email, fresh)).status).toBe(200)
    const { id: open } = await invited()
    expect(codeOf(await post(owner, open, 'password'))).toBe('invitation_open')
  })

  it('that mails a password link or resets the factor unlocks who is locked out, which the row says', async () => {
    const [linked, reset, disabled] = [await user(), await user({ mfa_type: 'email' }), await user({ active: false })]
    const statusOf = async (id: string) => (await kontor.get(owner, `/v1/user/${id}`)).body.status
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ locked_at: clock.now().toISOString() })
      .where('id', 'in', [linked.id, reset.id, disabled.id])
      .execute()
    expect([await statusOf(linked.id), await statusOf(disabled.id)]).toEqual(['LOCKED', 'DISABLED'])
    const listed = (await kontor.get(owner, '/v1/user?status=LOCKED')).body
    expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([linked.id, reset.id].sort())
    expect((await signIn(linked.email)).status).toBe(401)
    await post(owner, linked.id, 'password')
    const link = linkIn(await mailbox.to(linked.email, /Set a new password/))
    expect(await accept(link.searchParams.get('token') ?? '')).toBe(204)
    await post(owner, reset.id, 'mfa/reset', rung)
    expect([await statusOf(linked.id), await statusOf(reset.id)]).toEqual(['ACTIVE', 'ACTIVE'])
  })

  it('that requires a second factor asks for it at the next sign-in', async () => {
    const { id, email } = await user()
    expect((await post(owner, id, '', { mfa_required: 'google' })).body.mfa_required).toBe('google')
    expect((await signIn(email)).body.required_type).toBe('google')
    await post(owner, id, '', { mfa_required: 'none' })
    expect((await signIn(email)).body.user).toBeDefined()
  })

  it('that requires a factor adds to what the merchant asks of everybody, and takes nothing from it', async () => {
    const { id, email } = await user()
    const required = async (house: string, own: string) => {
      const { provider } = kontor.databases
      await provider.updateTable('merchant').set({ mfa_required: house }).where('id', '=', merchant).execute()
      await post(staff, id, '', { mfa_required: own })
      const { required_type, user: entered } = (await signIn(email)).body
      return entered ? 'none' : (required_type ?? 'choice')
    }
    expect([await required('google', 'email'), await required('email', 'google')]).toEqual(['google', 'google'])
    expect([await required('choice', 'none'), await required('none', 'choice')]).toEqual(['choice', 'choice'])
    expect(await required('none', 'none')).toBe('none')
  })

  it('that deletes frees the address, and leaves the history to the others', async () => {
    const { id, email } = await user({ roles: ['TAG_LIST'] })
    const who = visitor(kontor)
    await who.login(email)
    expect((await remove(owner, id)).status).toBe(204)
    expect((await who.get('/v1/auth/session')).status).toBe(401)
    expect((await kontor.get(owner, `/v1/user/${id}`)).status).toBe(404)
    expect((await invite(owner, email)).body.results[0].result).toBe('INVITED')
    const kept = await kontor.databases.provider
      .selectFrom('change')
      .select(['command', 'merchant_id', 'operation'])
      .where('item_id', '=', id)
      .orderBy('version', 'desc')
      .execute()
    expect(kept[0]).toEqual({ command: 'delete-user', merchant_id: merchant, operation: 'deleted' })
  })

  it('that deletes leaves a name at payments and an address in histories, as far as they are the merchant’s own', async () => {
    const shop = await kontor.make.merchant()
    await kontor.connect(shop.merchant)
    const boss = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'], password_hash })
    const gone = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'], password_hash })
    const { name } = (await kontor.get(gone, '/v1/auth/session')).body
    const { id: payment } = await kontor.make.transaction(shop, { amount: 10_000 })
    const { id: tag } = (await kontor.post(gone, '/v1/tag', { text: 'New', color: '#1f4fd8' })).body
    for (const [who, query] of [
      [gone, ''],
      [staff, `?merchant=${shop.merchant}`],
    ] as const) {
      expect((await kontor.post(who, `/v1/transaction/${payment}/refund${query}`, { amount: 100 })).status).toBe(201)
      expect(
        (await kontor.post(who, `/v1/tag/${tag}${query}`, { text: `New${query.slice(0, 5)}!`, color: '#1f4fd8' }))
          .status,
      ).toBe(200)
    }
    await remove(boss, await idOf(gone))
    const events = (await kontor.get(boss, `/v1/transaction/${payment}/events`)).body
    expect(events).toContainEqual(expect.objectContaining({ actor_kind: 'user', actor_name: name }))
    expect(events).toContainEqual(expect.objectContaining({ actor_kind: 'provider', actor_name: null }))
    const { changes } = (await kontor.get(boss, `/v1/tag/${tag}/history`)).body
    expect(changes.map(({ ip }: { ip: string | null }) => ip)).toEqual([null, '127.0.0.1', '127.0.0.1'])
  })

  it('that would delete the person who looks after a processor is refused', async () => {
    const { id } = await user()
    const processor = await kontor.make.processor(merchant)
    const { provider } = kontor.databases
    await provider.updateTable('processor').set({ user_id: id }).where('id', '=', processor).execute()
    expect(codeOf(await remove(owner, id))).toBe('user_in_use')
  })

  it('stands in the history of the user, for staff as well', async () => {
    const { id } = await user({ roles: ['TAG_LIST'] })
    await post(owner, id, '', { roles: ['PLAN_LIST'], name: 'Anna' })
    const { body } = await kontor.get(owner, `/v1/user/${id}/history`)
    const commands = body.changes.map(({ command }: { command: string | null }) => command)
    expect(commands.slice(0, 3)).toEqual(Array(3).fill('update-user'))
    const { id: other } = await kontor.make.user({})
    await post(staff, other, '', { name: 'Bert' })
    const ofStaff = (await kontor.get(staff, `/v1/psp/user/${other}/history`)).body
    expect(ofStaff.changes[0]).toMatchObject({ command: 'update-user', fields: [{ field: 'name', after: 'Bert' }] })
  })

  it('is refused to a program, whatever its key may do', async () => {
    const { id } = await user()
    const key = await kontor.make.apiKey(merchant)
    const replies = [await invite(key, newAddress()), await post(key, id, 'disable'), await remove(key, id)]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('the list of users', () => {
  it('is narrowed by role, status, factor and organisation, and found by name and address', async () => {
    const branch = await kontor.make.organisation(merchant)
    const given = { roles: ['TAG_LIST' as const], mfa_type: 'email' as const, organisation: branch }
    const { id, email } = await user({ ...given, name: 'Zoë Zeeman' })
    await user({ active: false })
    const found = async (query: string) =>
      (await kontor.get(owner, `/v1/user?${query}`)).body.map((row: { id: string }) => row.id)
    for (const query of [
      'roles[]=TAG_LIST',
      'mfa=email',
      `organisation[]=${branch}`,
      '_search=zeeman&_search_by=name',
      `_search=${email}&_search_by=email`,
    ])
      expect([query, await found(query)]).toEqual([query, [id]])
    expect(await found('status=DISABLED')).toHaveLength(1)
  })

  it('says when somebody signed in last', async () => {
    const { id, email } = await user()
    expect((await kontor.get(owner, `/v1/user/${id}`)).body.last_sign_in_at).toBeNull()
    await signIn(email)
    expect((await kontor.get(owner, `/v1/user/${id}`)).body.last_sign_in_at).toMatch(/^20/)
  })
})

describe('who manages the people of a merchant', () => {
  it('sees how an account of theirs was signed in to, and no other one', async () => {
    const { id, email } = await user()
    await signIn(email, 'not-the-password')
    await signIn(email)
    const at = `/v1/user/${id}/signinevent`
    const { body: events } = await kontor.get(owner, at)
    // Events of one millisecond have no order.
    expect(events.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['password_wrong', 'signed_in'])
    expect(Object.keys(events[0])).not.toContain('user_email')
    const other = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(other, at)).status).toBe(404)
    expect((await kontor.get(await colleague({ roles: ['PLATFORMUSER_LIST'] }), at)).status).toBe(403)
    const { id: member } = await kontor.make.user()
    expect((await kontor.get(owner, `/v1/user/${member}/signinevent`)).status).toBe(404)
    expect((await kontor.get(staff, `/v1/user/${member}/signinevent`)).status).toBe(200)
  })
})
