import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { claimMails, enqueueMail } from '../../platform/mail/outbox.ts'
import { hashPassword } from '../sign-in/password.ts'

const fresh = 'Another-horse-8'
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
const signIn = async (email: string, secret = password): Promise<Reply> => visitor(kontor).login(email, secret)
const post = (who: string, id: string, command: string, body: object = {}) =>
  kontor.post(who, `/v1/user/${id}${command && `/${command}`}`, body)
const codeOf = ({ status, body }: Reply) => (status < 300 ? status : body.code)
const invitation = (email: string, changes: object = {}) => ({
  ...{ people: [{ email }], organisation: merchant, roles: ['TAG_LIST'], language: 'en-US' },
  ...changes,
})
const invite = (who: string, email: string, changes: object = {}) =>
  kontor.post(who, '/v1/user', invitation(email, changes))
const invited = async (email = newAddress(), changes: object = {}): Promise<{ id: string; email: string }> => ({
  id: (await invite(owner, email, changes)).body.results[0].user,
  email,
})
const statusOf = async (id: string): Promise<string> => (await kontor.get(owner, `/v1/user/${id}`)).body.status
const mailedLink = async (email: string, number = 1) => {
  await expect.poll(() => mailbox.count(email, /Welcome/)).toBe(number)
  return linkIn(await mailbox.to(email, /Welcome/)).searchParams.get('token') ?? ''
}
const tokenOf = ({ body }: Reply): string => new URL(body.url).searchParams.get('token') ?? ''
const accept = async (token: string, secret = fresh) =>
  (await visitor(kontor).post('/v1/auth/update-password', { token, password: secret })).status

describe('an invitation', () => {
  it('of several people gives each a result, and invites those who have no account yet', async () => {
    const { email: present } = await user()
    const { email: waiting } = await invited()
    const { email: foreign } = await kontor.make.user({})
    const addresses = [newAddress(), present.toUpperCase(), waiting, foreign, newAddress()]
    const people = addresses.map((email) => ({ email }))
    const { status, body } = await invite(owner, '', { people })
    expect(status).toBe(201)
    expect(body.results.map(({ email, result }: { email: string; result: string }) => [email, result])).toEqual(
      addresses.map((email, index) => [
        email,
        ['INVITED', 'ALREADY_USER', 'ALREADY_INVITED', 'TAKEN', 'INVITED'][index],
      ]),
    )
    // An address elsewhere says nothing of whose it is.
    expect(body.results[3].user).toBeNull()
    const { body: row } = await kontor.get(owner, `/v1/user/${body.results[0].user}`)
    expect(row).toMatchObject({ status: 'INVITED', roles: ['TAG_LIST'], organisation: merchant, language: 'en-US' })
  })

  it('of one address by two at once makes one user', async () => {
    const email = newAddress()
    const replies = await Promise.all(Array.from({ length: 6 }, () => invite(owner, email)))
    const results = replies.map(({ body }) => body.results[0].result).sort()
    expect(results).toEqual([...Array(5).fill('ALREADY_INVITED'), 'INVITED'])
    expect((await kontor.get(owner, `/v1/user?_search=${email}&_search_by=email`)).body).toHaveLength(1)
  })

  it('of the same people by two merchants at once, each in another order, is answered as it was typed', async () => {
    const { merchant: other } = await kontor.make.merchant()
    const theirs = await kontor.make.cookie({ merchant: other, roles: ['USER_ALL'], password_hash })
    const people = Array.from({ length: 50 }, () => ({ email: newAddress() }))
    const reversed = people.toReversed()
    const replies = await Promise.all([
      invite(owner, '', { people }),
      invite(theirs, '', { people: reversed, organisation: other }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    const answered = replies.map(({ body }) => body.results.map(({ email }: { email: string }) => ({ email })))
    expect(answered).toEqual([people, reversed])
  })

  it('says nothing of an account whose list the actor may not open', async () => {
    const { email } = await user()
    const forStaff = await kontor.make.cookie({ roles: ['PSP_USER_ALL'] })
    const changes = { organisation: null, roles: ['PSP_USER_LIST'] }
    expect((await invite(forStaff, email, changes)).body.results).toEqual([{ email, result: 'TAKEN', user: null }])
    expect((await invite(staff, email, changes)).body.results[0].result).toBe('ALREADY_USER')
  })

  it('is neither made, nor mailed, nor handed over while the merchant is not active', async () => {
    const { id } = await invited()
    const { provider } = kontor.databases
    await provider.updateTable('merchant').set({ active: false }).where('id', '=', merchant).execute()
    const replies = [
      await invite(staff, newAddress()),
      await post(staff, id, 'invitation'),
      await post(staff, id, 'link'),
    ]
    expect(replies.map(codeOf)).toEqual(Array(3).fill('merchant_inactive'))
  })

  it('is mailed, sets a password, and lets the person in with the roles that were given', async () => {
    const { id, email } = await invited()
    expect(await accept(await mailedLink(email))).toBe(204)
    expect((await signIn(email, fresh)).body.user).toMatchObject({ id, roles: ['TAG_LIST'], merchant })
    expect(await statusOf(id)).toBe('ACTIVE')
  })

  it('asks for a second factor at the first sign-in when that was required', async () => {
    const { email } = await invited(newAddress(), { mfa_required: 'google' })
    await accept(await mailedLink(email))
    expect((await signIn(email, fresh)).body.required_type).toBe('google')
  })

  it('is valid for a day, and can be mailed again, which ends the earlier link', async () => {
    const { id, email } = await invited()
    const first = await mailedLink(email)
    clock.time += 24 * 3_600_000 + 1_000
    expect(await accept(first)).toBe(422)
    expect(codeOf(await post(await signedInNow(), id, 'invitation'))).toBe(200)
    const second = await mailedLink(email, 2)
    expect([await accept(first), await accept(second)]).toEqual([422, 204])
    clock.time = Date.now()
  })

  it('that nobody has opened for a day has expired', async () => {
    const long_ago = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const { id } = await kontor.make.user({ merchant, invited_at: long_ago })
    expect(await statusOf(id)).toBe('EXPIRED')
    await post(owner, id, 'invitation')
    expect(await statusOf(id)).toBe('INVITED')
  })

  it('gives a link to hand over, which works once, ends the mailed one, and is not replaced by a mail that waits', async () => {
    const { id, email } = await invited()
    const mailed = await mailedLink(email)
    const [first, second] = [await post(owner, id, 'link'), await post(owner, id, 'link')]
    expect(first.status).toBe(201)
    expect(Date.parse(second.body.expires_at) - clock.time).toBe(24 * 3_600_000)
    expect([await accept(mailed), await accept(tokenOf(first))]).toEqual([422, 422])
    expect([await accept(tokenOf(second)), await accept(tokenOf(second))]).toEqual([204, 422])

    const later = await invited()
    await mailedLink(later.email)
    await mailbox.down()
    await post(owner, later.id, 'invitation')
    clock.time += 1_000
    const handed = tokenOf(await post(owner, later.id, 'link'))
    await mailbox.up()
    const due = { next_attempt_at: new Date(clock.time - 1_000).toISOString(), leased_until: null }
    await kontor.databases.provider.updateTable('mail').set(due).where('done_at', 'is', null).execute()
    await expect.poll(openMails).toBe(0)
    expect(await accept(handed)).toBe(204)
  })

  it('is kept as a hash alone', async () => {
    const { id } = await invited()
    const token = tokenOf(await post(owner, id, 'link'))
    const kept = await kontor.databases.provider
      .selectFrom('user_token')
      .selectAll()
      .where('user_id', '=', id)
      .execute()
    expect(kept).not.toHaveLength(0)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it('that was accepted gives no link to anybody: it would let them take the account over', async () => {
    const { id } = await user({ roles: ['TAG_LIST'] })
    const { body } = await post(owner, id, 'link')
    expect([body.code, body.url]).toEqual(['invitation_accepted', undefined])
    expect(codeOf(await post(owner, id, 'invitation'))).toBe('invitation_accepted')
  })

  it('gives no link to somebody who holds less than the invited person will', async () => {
    const { id } = await invited(newAddress(), { roles: ['USER_ALL'] })
    const less = await colleague({ roles: ['PLATFORMUSER_ALL', 'TAG_ALL'] })
    const reply = await post(less, id, 'link')
    expect([reply.body.code, reply.body.details]).toEqual(['holds_more', { roles: ['USER_ALL'] }])
    const { id: equal } = await invited(newAddress(), { roles: ['TAG_LIST'] })
    expect((await post(less, equal, 'link')).status).toBe(201)
  })

  it('is mailed anew when other roles or another place are given, which ends the link that somebody kept', async () => {
    const branch = await kontor.make.organisation(merchant)
    const less = await colleague({ roles: ['PLATFORMUSER_ALL', 'TAG_ALL'] })
    for (const change of [{ roles: ['USER_ALL'] }, { organisation: branch }]) {
      const { id, email } = await invited()
      await mailedLink(email)
      const kept = tokenOf(await post(less, id, 'link'))
      expect((await post(owner, id, '', change)).body).toMatchObject({ ...change, status: 'INVITED' })
      expect(await accept(kept)).toBe(422)
      expect(await accept(await mailedLink(email, 2))).toBe(204)
    }
  })

  it('stays as it is when nothing changes of what the invited person may do', async () => {
    const { id, email } = await invited()
    await mailedLink(email)
    const kept = tokenOf(await post(owner, id, 'link'))
    await post(owner, id, '', { name: 'Anna', roles: ['TAG_LIST'], organisation: merchant })
    expect(await accept(kept)).toBe(204)
  })

  it('ends when the user is disabled', async () => {
    const { id, email } = await invited()
    const token = await mailedLink(email)
    await post(owner, id, 'disable')
    expect([await accept(token), codeOf(await post(owner, id, 'link'))]).toEqual([422, 'user_disabled'])
    await post(owner, id, 'enable')
    expect([await accept(token), await statusOf(id)]).toEqual([422, 'EXPIRED'])
  })
})

describe('mails to people who cannot stop them', () => {
  it('are two hundred invitations of a merchant in a day, of which each address counts', async () => {
    const four = [1, 2, 3, 4].map(() => Array.from({ length: 50 }, () => ({ email: newAddress() })))
    for (const people of four) expect((await invite(owner, '', { people })).status).toBe(201)
    const { status, body } = await invite(owner, four[0]?.[0]?.email ?? '')
    expect([status, body.code, body.details.retry_after > 80_000]).toEqual([429, 'too_many_attempts', true])
    const other = (await kontor.make.merchant()).merchant
    expect((await invite(staff, newAddress(), { organisation: other })).status).toBe(201)
  })

  it('are five an hour to one user, whichever button is used and by whom', async () => {
    const { id } = await invited()
    const colleagues = [owner, await colleague({ roles: ['USER_ALL'] })]
    const ask = (command: string, at: number) => post(colleagues[at % 2] ?? owner, id, command)
    for (const at of [1, 2, 3, 4]) expect((await ask('invitation', at)).status).toBe(200)
    expect((await post(owner, id, '', { roles: ['PLAN_LIST'] })).status).toBe(200)
    expect(codeOf(await ask('invitation', 1))).toBe('too_many_attempts')
    expect(codeOf(await post(owner, id, '', { roles: ['TAG_LIST'] }))).toBe('too_many_attempts')
    expect((await kontor.get(owner, `/v1/user/${id}`)).body.roles).toEqual(['PLAN_LIST'])
    const { provider } = kontor.databases
    await provider.updateTable('platform_user').set({ password_hash }).where('id', '=', id).execute()
    expect(codeOf(await ask('password', 1))).toBe('too_many_attempts')
  })

  it('greet nobody with a web address', async () => {
    for (const name of ['Win at https://shop.example', 'See WWW.shop.example', 'Sign in at shop.example/now']) {
      const { body } = await invite(owner, '', { people: [{ email: newAddress(), name }] })
      expect(body.details).toEqual({ 'body.people.0.name': 'contains_link' })
    }
    const people = [{ email: newAddress(), name: 'Dr. W. de Wit' }]
    expect((await invite(owner, '', { people })).status).toBe(201)
  })

  it('wait behind the codes and the links that somebody asked for', async () => {
    const { provider } = kontor.databases
    await provider.transaction().execute(async (trx) => {
      await trx.deleteFrom('mail').execute()
      const later = new Date(clock.time + 1_000)
      for (const [template, at] of [
        ['invitation', new Date(clock.time)],
        ['mfa_code', later],
      ] as const)
        await enqueueMail(trx, kontor.database.masterKey, { template, values: {} }, at)
      const claimed = await claimMails(trx, 1, 1_000, later)
      expect(claimed.map(({ template }) => template)).toEqual(['mfa_code'])
      await trx.deleteFrom('mail').execute()
    })
  })
})

/** A session by the moved clock. */
async function signedInNow(): Promise<string> {
  const { email } = await user({ roles: ['USER_ALL'] })
  const who = visitor(kontor)
  await who.login(email)
  return [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

async function openMails(): Promise<number> {
  const { n } = await kontor.databases.provider
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}
