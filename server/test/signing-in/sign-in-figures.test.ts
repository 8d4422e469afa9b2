import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { beginSession } from '../../src/identity/access/sessions.ts'
import { stepOf } from '../../src/identity/mfa/totp.ts'
import { beginChallenge } from '../../src/identity/sign-in/challenges.ts'
import { hashPassword } from '../../src/identity/sign-in/password.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { totp } from './totp.ts'
import { password, type Visitor, visitor } from './visitor.ts'

let kontor: TestApp
let password_hash: string
const clock = { time: Date.now(), now: () => new Date(clock.time) }
const seconds = (count: number) => {
  clock.time += count * 1000
}
const trials = isHeavy ? 1000 : 40
const long = 600_000

beforeAll(async () => {
  kontor = await startTestApp({ clock })
  password_hash = await hashPassword(password)
})
afterAll(() => kontor.stop())

const db = () => kontor.databases.provider
const newUser = () => kontor.make.user({ password_hash })
const disable = (id: string) => db().updateTable('platform_user').set({ active: false }).where('id', '=', id).execute()
const show = (who: Visitor, username: string, token: string, code: string, remember = false) =>
  who.post('/v1/auth/mfa', { username, token, code, remember })

async function withAuthenticator() {
  const user = await newUser()
  const owner = visitor(kontor)
  await owner.login(user.email)
  const { body } = await owner.post('/v1/profile/mfa', { type: 'google', password })
  const secret: string = body.secret
  await owner.post('/v1/profile/mfa/confirm', { token: body.token, code: totp(secret, clock.now()) })
  seconds(60)
  return { ...user, owner, secret }
}

/** Runs several at a time: as many as a server handles at once. */
async function each(count: number, one: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, index) => one(from + index)))
}

describe('a session that is over', () => {
  const cookieOf = async (user: string) =>
    `kontor=${await db()
      .transaction()
      .execute((trx) => beginSession(trx, user, clock.now()))}`
  const isOpen = async (cookie: string) => (await kontor.get(cookie, '/v1/auth/session')).status !== 401
  const endings: Record<string, (of: { id: string; email: string; cookie: string }) => Promise<unknown>> = {
    'a new sign-in': ({ email, cookie }) => {
      const who = visitor(kontor)
      who.cookies.set('kontor', cookie.slice('kontor='.length))
      return who.login(email)
    },
    'signing out': ({ cookie }) => kontor.post(cookie, '/v1/auth/logout'),
    'the end of its user': ({ id }) => disable(id),
    silence: async () => {},
  }

  it.each(Object.keys(endings))(
    `by %s opens nothing, ${trials} times out of ${trials}`,
    async (name) => {
      const cookies: string[] = []
      await each(trials, async () => {
        const user = await newUser()
        const cookie = await cookieOf(user.id)
        if (!(await isOpen(cookie))) throw new Error('was not open before')
        await endings[name]?.({ ...user, cookie })
        cookies.push(cookie)
      })
      if (name === 'silence') seconds(30 * 60)
      const open: string[] = []
      await each(trials, async (index) => {
        if (await isOpen(cookies[index] ?? '')) open.push(cookies[index] ?? '')
      })
      expect([cookies.length, open]).toEqual([trials, []])
    },
    long,
  )
})

describe('rights that were taken in the middle of requests', () => {
  it(
    `are felt by each request that begins afterwards, ${trials} times`,
    async () => {
      let late = 0
      let refused = 0
      await each(trials, async (index) => {
        const { id } = await kontor.make.user({ roles: ['TRANSACTION_LIST', 'TAG_LIST'] })
        const secret = await db()
          .transaction()
          .execute((trx) => beginSession(trx, id, clock.now()))
        const ask = async () => (await kontor.get(`kontor=${secret}`, '/v1/tag')).status
        const before = [ask(), ask()]
        if (index % 2) await disable(id)
        else await db().deleteFrom('role_grant').where('user_id', '=', id).where('role', '=', 'TAG_LIST').execute()
        const after = await Promise.all([ask(), ask(), ask()])
        late += after.filter((status) => status < 300).length
        refused += after.filter((status) => status === (index % 2 ? 401 : 403)).length
        await Promise.all(before)
      })
      expect([late, refused]).toEqual([0, 3 * trials])
    },
    long,
  )
})

describe('a code of an authenticator', () => {
  const moments = isHeavy ? 10_000 : 2000

  it(`agrees with an independent generator at ${moments} moments, one step to either side and no further`, async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    for (let index = 0; index < moments; index++) {
      const at = new Date(1_700_000_000_000 + index * 86_413_000)
      const step = Math.floor(at.getTime() / 30_000)
      expect(await stepOf(secret, totp(secret, at), at)).toBe(step)
      expect(await stepOf(secret, totp(secret, at, index % 2 ? 1 : -1), at)).toBe(step + (index % 2 ? 1 : -1))
      const far = totp(secret, at, index % 2 ? 2 : -2)
      if (![-1, 0, 1].some((near) => totp(secret, at, near) === far))
        expect(await stepOf(secret, far, at)).toBeUndefined()
    }
  })

  it(
    `shown twice at the same moment is taken once, ${trials} times out of ${trials}`,
    async () => {
      const { id, email, secret } = await withAuthenticator()
      const half = () => beginChallenge(db(), 'mfa', id, 600_000, clock.now(), { type: 'google' })
      const taken: number[] = []
      for (let time = 0; time < trials; time++) {
        seconds(30)
        const code = totp(secret, clock.now())
        const replies = await Promise.all(
          [await half(), await half()].map((token) => show(visitor(kontor), email, token, code)),
        )
        taken.push(replies.filter(({ status }) => status === 200).length)
      }
      expect(taken.filter((count) => count !== 1)).toEqual([])
    },
    long,
  )

  it('is compared five times for each challenge, of a thousand at once', async () => {
    const { id, email, secret } = await withAuthenticator()
    const token = (await visitor(kontor).login(email)).body.mfa_token
    const wrong = totp(secret, clock.now(), 500)
    await Promise.all(Array.from({ length: 1000 }, () => show(visitor(kontor), email, token, wrong)))
    const { rows } = await db()
      .selectFrom('sign_in_event')
      .select('id')
      .where('user_id', '=', id)
      .where('kind', '=', 'code_wrong')
      .execute()
      .then((found) => ({ rows: found.length }))
    expect(rows).toBe(5)
  })
})

describe('a server that starts again', () => {
  it('knows what was tried before', async () => {
    const [guessed, halfWay] = [await newUser(), await withAuthenticator()]
    for (let guess = 0; guess < 10; guess++) await visitor(kontor).login(guessed.email, `wrong-${guess}`)
    const token = (await visitor(kontor).login(halfWay.email)).body.mfa_token
    const wrong = totp(halfWay.secret, clock.now(), 500)
    for (let guess = 0; guess < 4; guess++) await show(visitor(kontor), halfWay.email, token, wrong)

    const app = await buildApp({
      databases: kontor.databases,
      masterKey: kontor.database.masterKey,
      publicUrl: 'http://localhost:4000',
      clock,
    })
    const again = { ...kontor, app }
    expect((await visitor(again).login(guessed.email)).status).toBe(401)
    expect((await show(visitor(again), halfWay.email, token, wrong)).body.code).toBe('invalid_code')
    const right = totp(halfWay.secret, clock.now())
    expect((await show(visitor(again), halfWay.email, token, right)).body.code).toBe('invalid_token')
    await app.close()
  })
})

describe('an account under siege', () => {
  const lasts_s = isHeavy ? 300 : 20
  it(
    `by 100 guesses a second for ${lasts_s} seconds lets its owner in on a remembered device`,
    async () => {
      const { email, secret } = await withAuthenticator()
      const device = visitor(kontor)
      const { body } = await device.login(email)
      await show(device, email, body.mfa_token, totp(secret, clock.now()), true)
      const found: unknown[] = []
      let entered = 0
      for (let second = 0; second < lasts_s; second++) {
        seconds(1)
        const guesses = Array.from({ length: 100 }, (_, index) =>
          visitor(kontor, `10.${50 + (second >> 7)}.${second & 127}.${index}`).login(email, `wrong-${second}-${index}`),
        )
        const own = second % 5 === 4 ? [device.login(email)] : []
        for (const { status } of await Promise.all(guesses)) if (status !== 401 && status !== 429) found.push(status)
        for (const { body } of await Promise.all(own)) {
          if (body.user?.email === email) entered += 1
          else found.push(body)
        }
      }
      expect(found).toEqual([])
      expect(entered).toBe(lasts_s / 5)
    },
    long,
  )
})
