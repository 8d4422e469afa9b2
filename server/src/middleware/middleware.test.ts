import { secretOverlap_h } from '@kontor/contract/middleware/middleware.rules'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitsHere } from '../../test/database.ts'
import { type Reply, startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { type Attempts, openAttempts } from '../../test/signing-in/attempts.ts'
import { updatePaymentProfile } from '../organisations/profiles/update-payment-profile.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'

let kontor: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string
let staff: string
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30], timeout_ms: 1_000 } })
  receiver = await openReceiver()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  db = await openAttempts(kontor, (await kontor.make.merchant()).merchant)
})
afterAll(async () => {
  receiver.close()
  await db.close()
  await kontor.stop()
})
beforeEach(async () => {
  receiver.answers(() => ({ status: 200, body: '{"decision":"none"}' }))
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})

const at = (id: string, path = '') => `/v1/middleware/${id}${path}`
const create = (given: object = {}, who = staff) =>
  kontor.post(who, '/v1/middleware', {
    ...{ name: 'Score', organisation: shop.merchant, url: receiver.url(`/${shop.merchant}`), ...given },
  })
const choose = (middleware: string[], seen: string[], who = staff) =>
  kontor.post(who, `/v1/paymentprofile/${shop.profile}/middleware`, { middleware, seen })
const details = ({ status, body }: Reply) => [status, body.details]
const heard = () => receiver.heard.filter(({ path }) => path === `/${shop.merchant}`)
const verifies = (secret: string, at = -1) => {
  const call = heard().at(at)
  try {
    return new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {}) !== undefined
  } catch {
    return false
  }
}

describe('a middleware', () => {
  it('is made by the provider with a secret that is shown once and is in no table', async () => {
    const made = await create()
    expect([made.status, made.body]).toMatchObject([
      201,
      { provider: 'http', active: true, time_limit_ms: 1_000, when_silent: 'go_on', secret: expect.any(String) },
    ])
    const { id, secret } = made.body
    expect((await kontor.get(staff, at(id))).body).not.toHaveProperty('secret')
    await kontor.post(staff, at(id, '/try'))
    expect(verifies(secret)).toBe(true)
    const canary = secret.slice('whsec_'.length)
    const tables = await db.rows(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const { relname } of tables)
      expect([
        relname,
        await db.rows(`select 1 from "${relname}" t where t::text like $1 limit 1`, [`%${canary}%`]),
      ]).toEqual([relname, []])
  })

  it.each([
    ['no name', { name: ' ' }, { 'body.name': 'required' }],
    ['an address that is none', { url: 'score' }, { 'body.url': 'invalid_url' }],
    ['the port of a database', { url: 'https://score.example:5432' }, { 'body.url': 'port_not_of_web' }],
    ['a limit that is too short', { time_limit_ms: 99 }, { 'body.time_limit_ms': 'not_between_100_and_5000' }],
    ['a limit that is too long', { time_limit_ms: 5_001 }, { 'body.time_limit_ms': 'not_between_100_and_5000' }],
  ])('with %s is refused', async (_what, given, expected) => {
    expect(details(await create(given))).toEqual([400, expected])
  })

  it('is none of the merchant’s to make, list or try', async () => {
    const { id } = (await create()).body
    const calls = [
      create({}, owner),
      kontor.get(owner, '/v1/middleware'),
      kontor.get(owner, at(id)),
      kontor.get(owner, at(id, '/setup')),
      kontor.post(owner, at(id, '/try')),
      choose([], [], owner),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403))
  })

  it('gets a new secret, beside which the one before signs for a day', async () => {
    const { id, secret } = (await create()).body
    const next = (await kontor.post(staff, at(id, '/secret'))).body.secret
    await kontor.post(staff, at(id, '/try'))
    expect([next === secret, verifies(next), verifies(secret)]).toEqual([false, true, true])
    await db.rows(`update middleware set previous_until = now() - interval '1 second' where id = $1`, [id])
    await kontor.post(staff, at(id, '/try'))
    expect([verifies(next), verifies(secret)]).toEqual([true, false])
    expect(secretOverlap_h).toBe(24)
  })

  it.each([
    [
      { status: 200, body: '{"decision":"none"}' },
      { decision: 'none', problem: null },
    ],
    [
      { status: 200, body: '{"decision":"tag","tag":"VIP","reason":"known"}' },
      { decision: 'tag', tag: 'VIP', reason: 'known' },
    ],
    ['hang', { decision: null, problem: 'timeout', response_code: 0 }],
    [404, { decision: null, problem: 'status', response_code: 404 }],
  ] as const)('that is tried says what came back: %j', async (answer, expected) => {
    const { id } = (await create({ time_limit_ms: 200 })).body
    receiver.answers(() => answer)
    expect((await kontor.post(staff, at(id, '/try'))).body).toMatchObject(expected)
    expect(JSON.parse(heard().at(-1)?.body ?? '')).toMatchObject({ test: true })
    expect((await kontor.get(staff, at(id, '/setup'))).body).toMatchObject({ silent_in_row: 0, last_problem: null })
  })

  it('is deleted once no shop uses it, and moves within its merchant', async () => {
    const { id } = (await create()).body
    await choose([id], [])
    expect((await kontor.get(staff, at(id, '/setup'))).body.shops).toMatchObject([{ id: shop.profile }])
    const kept = await kontor.call(staff, 'DELETE', at(id), {})
    expect([kept.status, kept.body.code]).toEqual([409, 'middleware_in_use'])
    const foreign = (await kontor.make.merchant()).merchant
    expect(details(await kontor.post(staff, at(id), { organisation: foreign }))).toEqual([
      400,
      { 'body.organisation': 'not_found' },
    ])
    await choose([], [id])
    expect((await kontor.call(staff, 'DELETE', at(id), {})).status).toBe(204)
  })
})

describe('the middleware of a payment profile', () => {
  const profile = async () => (await kontor.get(owner, `/v1/paymentprofile/${shop.profile}`)).body.middleware

  it('stands in the order that was chosen, unless somebody else chose meanwhile', async () => {
    const [a, b] = [(await create()).body.id, (await create()).body.id]
    expect((await choose([a, b], [])).status).toBe(200)
    expect(await profile()).toEqual([a, b])
    const late = await choose([b], [])
    expect([late.status, late.body.code]).toEqual([409, 'middleware_changed'])
    await choose([b, a], [a, b])
    expect(await profile()).toEqual([b, a])
    const six = await Promise.all(Array.from({ length: 6 }, () => kontor.make.middleware(shop.merchant)))
    expect(details(await choose(six, [b, a]))).toEqual([400, { 'body.middleware': 'too_many' }])
  })

  it('is of its own merchant, and goes along with a clone', async () => {
    const own = (await create()).body.id
    const foreign = await kontor.make.middleware((await kontor.make.merchant()).merchant)
    expect(details(await choose([foreign], []))).toEqual([400, { 'body.middleware': 'not_found' }])
    const clone = { name: 'Copy', display_name: 'Copy', organisation: shop.merchant, currency_code: 'EUR' }
    const made = await kontor.post(owner, '/v1/paymentprofile', { ...clone, middleware: [own] })
    expect([made.status, made.body.middleware]).toEqual([201, [own]])
    expect((await kontor.call(owner, 'DELETE', `/v1/paymentprofile/${made.body.id}`, {})).status).toBe(204)
  })

  it('changes with the other fields of the profile where the provider sends it, and for nobody else', async () => {
    const own = (await create()).body.id
    const change = (given: object, who: string) => kontor.post(who, `/v1/paymentprofile/${shop.profile}`, given)
    const refused = await change({ middleware: [own], description: 'Checked' }, owner)
    expect([refused.status, refused.body.details.roles]).toEqual([
      403,
      ['PSP_ALL', 'PSP_MIDDLEWARE_ALL', 'PSP_MIDDLEWARE_UPDATE'],
    ])
    expect((await change({ middleware: [own] }, staff)).body.middleware).toEqual([own])
    // What is sent back as it was changes nothing.
    expect((await change({ middleware: own, description: 'Checked' }, owner)).body).toMatchObject({
      ...{ middleware: [own], description: 'Checked' },
    })
    expect((await change({ middleware: [] }, owner)).status).toBe(403)
    expect((await change({ middleware: [] }, staff)).body.middleware).toEqual([])
  })

  it('stands on every shop that the merchant makes, behind what it was given', async () => {
    const [a, b, own] = [(await create()).body.id, (await create()).body.id, (await create()).body.id]
    const copied = await kontor.make.middleware(shop.merchant, { kind: 'after', profiles: [shop.profile] })
    await choose([b, a, copied], [copied])
    const make = (given: object, who = owner) =>
      kontor.post(who, '/v1/paymentprofile', {
        ...{ name: 'Second', display_name: 'Second', organisation: shop.merchant, currency_code: 'EUR' },
        ...{ processors: [shop.processor], ...given },
      })
    expect((await make({})).body.middleware).toEqual([b, a])
    expect((await make({ middleware: [own, a] })).body.middleware).toEqual([own, a, b])
    expect((await make({}, staff)).body.middleware).toEqual([])
    const begins = async (who: string) =>
      (await kontor.get(who, `/v1/paymentprofile/new?merchant=${shop.merchant}`)).body.checked_by
    expect([(await begins(owner)).length, await begins(staff)]).toEqual([3, []])
  })

  it('comes to a shop to which the merchant adds a processor, and to none whose order it changes', async () => {
    const a = (await create()).body.id
    const older = await kontor.make.profile(shop.merchant)
    await choose([a], [])
    const set = (processors: string[], who = owner) =>
      kontor.post(who, `/v1/paymentprofile/${older}`, { processors, description: 'Other processors' })
    expect((await set([shop.processor], staff)).body.middleware).toEqual([])
    expect((await set([shop.processor])).body.middleware).toEqual([])
    const second = await kontor.make.processor(shop.merchant)
    expect((await set([second, shop.processor])).body.middleware).toEqual([a])
  })

  it('leaves no shop to a merchant whose provider has more than a payer can wait for', async () => {
    const made = () => kontor.make.middleware(shop.merchant)
    const all = await Promise.all([made(), made(), made(), made(), made(), made()])
    const other = await kontor.make.profile(shop.merchant)
    await choose(all.slice(0, 5), [])
    await kontor.post(staff, `/v1/paymentprofile/${other}`, { middleware: all.slice(5) })
    const body = { name: 'Third', display_name: 'Third', organisation: shop.merchant, currency_code: 'EUR' }
    const refused = await kontor.post(owner, '/v1/paymentprofile', body)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'too_many_checks', { most: 5 }])
  })

  const another = (given: object = {}, who = owner) =>
    kontor.post(who, '/v1/paymentprofile', {
      ...{ name: 'Another', display_name: 'Another', organisation: shop.merchant, currency_code: 'EUR' },
      ...{ processors: [shop.processor], ...given },
    })
  const isKept = async (id: string) => (await kontor.get(staff, at(id, '/setup'))).body.is_kept
  const only = async () => {
    const id = (await create()).body.id
    const checked = await kontor.make.profile(shop.merchant)
    expect((await kontor.post(staff, `/v1/paymentprofile/${checked}`, { middleware: [id] })).status).toBe(200)
    return { id, checked }
  }

  it('stays the merchant’s when the merchant deletes the only shop that was checked by it', async () => {
    const { id, checked } = await only()
    expect((await kontor.call(owner, 'DELETE', `/v1/paymentprofile/${checked}`, {})).status).toBe(204)
    expect((await another()).body.middleware).toEqual([id])
    expect(await isKept(id)).toBe(true)
  })

  it('is the merchant’s no more when the provider deletes the last shop that was checked by it', async () => {
    const { id, checked } = await only()
    expect((await kontor.call(staff, 'DELETE', `/v1/paymentprofile/${checked}`, {})).status).toBe(204)
    expect(await isKept(id)).toBe(false)
    expect((await another()).body.middleware).toEqual([])
  })

  it('is the merchant’s no more when the provider takes it out of the last shop, and not before', async () => {
    const { id, checked } = await only()
    const made = (await another()).body
    const takeOut = (profile: string) => kontor.post(staff, `/v1/paymentprofile/${profile}`, { middleware: [] })
    await takeOut(made.id)
    expect([await isKept(id), (await another({ name: 'Third' })).body.middleware]).toEqual([true, [id]])
    const [third] = (await kontor.get(owner, '/v1/paymentprofile?_search_by=name&_search=Third')).body
    await takeOut(third.id)
    await takeOut(checked)
    expect([await isKept(id), (await another({ name: 'Fourth' })).body.middleware]).toEqual([false, []])
  })

  it('is let go by the provider in the view of the merchant as well, and is never the merchant’s when it only hears outcomes', async () => {
    const { id, checked } = await only()
    const view = `merchant=${shop.merchant}&organisation=${shop.merchant}`
    const copied = await kontor.make.middleware(shop.merchant, { kind: 'after', profiles: [checked] })
    const emptied = await kontor.post(staff, `/v1/paymentprofile/${checked}?${view}`, { middleware: [copied] })
    expect([emptied.status, await isKept(id), await isKept(copied)]).toEqual([200, false, false])
  })

  it('comes to a shop that the merchant makes while the provider sets it', async () => {
    const { id } = (await create()).body
    const settingIt = { ...engineActor(shop.merchant, 'system'), psp: true, roles: ['PSP_ALL'] as const }
    let made: Promise<Reply> | undefined
    await inTransaction(kontor.databases, settingIt, async (trx) => {
      await updatePaymentProfile(trx, settingIt, shop.profile, { middleware: [id] })
      made = another()
      await until(
        () => db.rows(waitsHere),
        (waiting) => waiting.length > 0,
      )
    })
    expect((await made)?.body.middleware).toEqual([id])
  })

  it('is said without its name to whoever may not see it', async () => {
    const { id } = await only()
    const below = await kontor.make.organisation(shop.merchant)
    const ofBelow = await kontor.make.cookie({ merchant: shop.merchant, organisation: below, roles: ['USER_ALL'] })
    const begins = async (who: string) => (await kontor.get(who, '/v1/paymentprofile/new')).body
    expect(await begins(owner)).toMatchObject({ checked_by: ['Score'], checked_by_unseen: 0 })
    expect(await begins(ofBelow)).toMatchObject({ checked_by: [], checked_by_unseen: 1 })
    const made = await another({ organisation: below, processors: [] }, ofBelow)
    expect([made.status, made.body.middleware]).toEqual([201, [id]])
  })

  it('is set once by two at the same moment', async () => {
    const [a, b] = [(await create()).body.id, (await create()).body.id]
    const replies = await Promise.all([choose([a], []), choose([b], [])])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await profile()).toHaveLength(1)
  })
})
