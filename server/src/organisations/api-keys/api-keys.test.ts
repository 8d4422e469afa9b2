import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let admin: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(async () => {
  await admin.end()
  await kontor.stop()
})

const key = (given: Record<string, unknown> = {}) => ({
  name: 'web shop',
  organisation: shop.merchant,
  roles: ['TRANSACTION_LIST'],
  ...given,
})
const create = (given?: Record<string, unknown>, who = owner) => kontor.post(who, '/v1/apikey', key(given))
const mayList = async (secret: string) => (await kontor.get(secret, '/v1/transaction')).status
const statusOf = async (id: string) =>
  (await kontor.get(owner, '/v1/apikey')).body.find((one: { id: string }) => one.id === id)?.status
/** Moves the keys back in time: the sessions that look at them stay valid. */
const pass = (hours: number) =>
  admin.query(
    "update api_key set created_at = created_at - $1 * interval '1 hour', expires_at = expires_at - $1 * interval '1 hour'",
    [hours],
  )

describe('an API key', () => {
  it('works with the roles it was given, and its secret is told once and kept nowhere', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'web shop', status: 'ACTIVE', roles: ['TRANSACTION_LIST'], last_used_at: null })
    expect(await mayList(body.secret)).toBe(200)
    expect((await kontor.get(body.secret, '/v1/refund')).status).toBe(403)
    const { body: list } = await kontor.get(owner, '/v1/apikey')
    expect(list[0].last_used_at).not.toBeNull()
    expect(JSON.stringify(list)).not.toContain(body.secret)
    for (const table of ['api_key', 'idempotency_key'])
      expect(
        (await admin.query(`select 1 from ${table} x where strpos(to_jsonb(x)::text, $1) > 0`, [body.secret])).rowCount,
      ).toBe(0)
  })

  it('takes a new name, roles and networks, and its program has them at the next request', async () => {
    const { body } = await create()
    const change = (given: object) => kontor.post(owner, `/v1/apikey/${body.id}`, given)
    expect((await change({ name: 'renamed', roles: ['REFUND_LIST'] })).body).toMatchObject({
      name: 'renamed',
      roles: ['REFUND_LIST'],
      allowed_ips: null,
    })
    expect(await mayList(body.secret)).toBe(403)
    expect((await kontor.get(body.secret, '/v1/refund')).status).toBe(200)
    expect((await change({ allowed_ips: ['192.0.2.0/24'] })).body.allowed_ips).toEqual(['192.0.2.0/24'])
    expect((await kontor.get(body.secret, '/v1/refund')).status).toBe(401)
    expect((await change({ allowed_ips: null })).body).toMatchObject({ name: 'renamed', allowed_ips: null })
    expect((await kontor.get(body.secret, '/v1/refund')).status).toBe(200)
    await kontor.post(owner, `/v1/apikey/${body.id}/revoke`)
    expect((await change({ name: 'too late' })).body.code).toBe('api_key_ended')
  })

  it('is made by whoever may everything, never by another key, and never with the provider’s roles', async () => {
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_ALL'] })
    expect((await create({}, cashier)).status).toBe(403)
    expect((await create({}, await kontor.make.apiKey(shop.merchant, ['USER_ALL']))).status).toBe(403)
    expect((await create({ roles: ['PSP_ALL'] })).status).toBe(400)
    expect((await create({ roles: [] })).body.details).toEqual({ 'body.roles': 'required' })
    expect((await create({ name: '  ' })).body.details).toEqual({ 'body.name': 'required' })
    const other = await kontor.make.merchant()
    expect((await create({ organisation: other.merchant })).body.details).toEqual({ 'body.organisation': 'not_found' })
  })

  it('is seen by every user of the merchant, and by nobody else', async () => {
    const { body } = await create({ name: 'seen' })
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] })
    const namesFor = async (who: string, query = '') =>
      (await kontor.get(who, `/v1/apikey${query}`)).body.map(({ name }: { name: string }) => name)
    expect(await namesFor(cashier)).toContain('seen')
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect(await namesFor(stranger)).toEqual([])
    for (const verb of ['revoke', 'rotate'])
      expect(
        (await kontor.post(stranger, `/v1/apikey/${body.id}/${verb}`, verb === 'rotate' ? { overlap_hours: 0 } : {}))
          .status,
      ).toBe(404)
    expect((await kontor.post(stranger, `/v1/apikey/${body.id}`, { name: 'mine' })).status).toBe(404)
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.get(provider, '/v1/apikey')).status).toBe(400)
    expect(await namesFor(provider, `?merchant=${shop.merchant}`)).toContain('seen')
  })

  it('is revoked at once', async () => {
    const { body } = await create()
    expect((await kontor.post(owner, `/v1/apikey/${body.id}/revoke`)).body.status).toBe('REVOKED')
    expect(await mayList(body.secret)).toBe(401)
    expect((await kontor.post(owner, `/v1/apikey/${body.id}/rotate`, { overlap_hours: 1 })).body.code).toBe(
      'api_key_ended',
    )
  })

  it('gives way to a new one: both work for the overlap, then the new one alone; and only one takes its place', async () => {
    const { body: old } = await create({ roles: ['TRANSACTION_LIST', 'REFUND_LIST'] })
    const rotate = () => kontor.post(owner, `/v1/apikey/${old.id}/rotate`, { overlap_hours: 24 })
    const answers = await Promise.all([rotate(), rotate()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const made = answers.find(({ status }) => status === 201)?.body
    expect(made.roles).toEqual(old.roles)
    expect(await statusOf(old.id)).toBe('ROTATING')
    await pass(23.9)
    expect([await mayList(old.secret), await mayList(made.secret)]).toEqual([200, 200])
    await pass(0.2)
    expect([await mayList(old.secret), await mayList(made.secret)]).toEqual([401, 200])
    expect(await statusOf(old.id)).toBe('EXPIRED')
  })

  it('that takes the place of another expires when that one would have, or on the day that was chosen', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const { body: old } = await create({ expires_at: inDays(3) })
    await pass(24)
    const rotate = (id: string, given: object = {}) =>
      kontor.post(owner, `/v1/apikey/${id}/rotate`, { overlap_hours: 1, ...given })
    const { body: made } = await rotate(old.id)
    expect(made.expires_at).toBe(new Date(Date.parse(old.expires_at) - 86_400_000).toISOString())
    const chosen = inDays(40)
    const { body: longer } = await rotate(made.id, { expires_at: chosen })
    expect(longer.expires_at).toBe(chosen)
    const { body: endless } = await create()
    expect((await rotate(endless.id)).body.expires_at).toBeNull()
    expect((await rotate(longer.id, { expires_at: inDays(0) })).body.details).toEqual({
      'body.expires_at': 'not_in_the_future',
    })
  })

  it('that gives way ends when it would have anyway, if that comes before the end of the overlap', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { body: old } = await create({ expires_at: inHours(1) })
    const given = { overlap_hours: 24, expires_at: inHours(240) }
    const { status, body: made } = await kontor.post(owner, `/v1/apikey/${old.id}/rotate`, given)
    expect([status, made.expires_at]).toEqual([201, given.expires_at])
    const { rows } = await admin.query('select expires_at from api_key where id = $1', [old.id])
    expect(rows[0].expires_at.toISOString()).toBe(old.expires_at)
    await pass(0.9)
    expect([await mayList(old.secret), await mayList(made.secret)]).toEqual([200, 200])
    await pass(0.2)
    expect([await mayList(old.secret), await mayList(made.secret)]).toEqual([401, 200])
  })

  it('says that it is about to expire, and then expires', async () => {
    const { body } = await create({ expires_in_days: 15 })
    expect(await statusOf(body.id)).toBe('ACTIVE')
    await pass(48)
    expect(await statusOf(body.id)).toBe('EXPIRING')
    await pass(14 * 24)
    expect([await statusOf(body.id), await mayList(body.secret)]).toEqual(['EXPIRED', 401])
  })

  it('expires at the end of the day that was chosen, in the zone of whoever chose it, or at an instant', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const day = inDays(40).slice(0, 10)
    const { merchant } = await kontor.make.merchant()
    const far = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    await admin.query("update platform_user set time_zone = 'Asia/Tokyo' where merchant_id = $1", [merchant])
    const { body } = await create({ organisation: merchant, expires_at: day }, far)
    expect(body.expires_at).toBe(`${day}T14:59:59.999Z`)
    const instant = inDays(3)
    expect((await create({ expires_at: instant })).body).toMatchObject({ expires_at: instant, status: 'EXPIRING' })
    const refused = async (given: Record<string, unknown>) => (await create(given)).body.details
    expect(await refused({ expires_at: inDays(-1) })).toEqual({ 'body.expires_at': 'not_in_the_future' })
    expect(await refused({ expires_at: inDays(3660) })).toEqual({ 'body.expires_at': 'more_than_ten_years_ahead' })
    expect(await refused({ expires_at: 'next year' })).toEqual({ 'body.expires_at': 'invalid_date' })
    expect(await refused({ expires_at: day, expires_in_days: 30 })).toEqual({ 'body.expires_at': 'expires_twice' })
  })

  it('works from the addresses it was given for, and from nowhere else', async () => {
    const here = await create({ allowed_ips: ['127.0.0.0/8', '::1'] })
    const elsewhere = await create({ allowed_ips: ['192.0.2.0/24', '2001:db8::/32'] })
    expect([await mayList(here.body.secret), await mayList(elsewhere.body.secret)]).toEqual([200, 401])
    expect((await create({ allowed_ips: ['here'] })).body.details).toEqual({ 'body.allowed_ips.0': 'invalid_network' })
  })
})

describe('for the provider’s staff, a key', () => {
  const staff = (...roles: string[]) => kontor.make.cookie({ roles: roles as never })
  const listed = async (who: string, query = '') => (await kontor.get(who, `/v1/psp/apikey?_limit=1000${query}`)).body
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  it('is listed with those of all merchants, and in a merchant’s view with its own', async () => {
    const other = await kontor.make.merchant()
    const theirs = await create({ name: 'of another', organisation: other.merchant }, await staff('PSP_ALL'))
    const mine = await create({ name: 'of the shop' })
    const reader = await staff('PSP_APIKEY_LIST')
    expect(idsOf(await listed(reader))).toEqual(expect.arrayContaining([theirs.body.id, mine.body.id]))
    const inView = await listed(reader, `&merchant=${other.merchant}`)
    expect(inView).toHaveLength(1)
    expect(inView[0]).toMatchObject({
      id: theirs.body.id,
      merchant: other.merchant,
      status: 'ACTIVE',
      last_used_ip: null,
    })
    const view = `?merchant=${other.merchant}`
    expect((await kontor.get(reader, `/v1/psp/apikey/count${view}`)).body).toEqual({ count: 1 })
    expect((await kontor.get(reader, `/v1/psp/apikey/export${view}&format=json`)).body).toHaveLength(1)
    expect((await kontor.get(reader, `/v1/psp/apikey/${mine.body.id}${view}`)).status).toBe(404)
    expect((await kontor.get(owner, '/v1/psp/apikey')).status).toBe(403)
    const updater = await staff('PSP_APIKEY_UPDATE')
    const { status, body } = await kontor.get(updater, `/v1/psp/apikey/${theirs.body.id}/history${view}`)
    expect([status, body.changes.length]).toEqual([200, 1])
  })

  it('says when and from where it was last used', async () => {
    const { body } = await create()
    await mayList(body.secret)
    const [row] = await listed(await staff('PSP_ALL'), `&id=${body.id}`)
    expect(row).toMatchObject({ last_used_ip: '127.0.0.1' })
    expect(Date.now() - Date.parse(row.last_used_at)).toBeLessThan(60_000)
  })

  it('says where it was used and who revoked it to the provider’s staff and to whoever may everything, and to nobody else', async () => {
    const { body } = await create({ name: 'used' })
    await mayList(body.secret)
    await kontor.post(owner, `/v1/apikey/${body.id}/revoke`)
    const seenBy = async (who: string, query = '') =>
      (await kontor.get(who, `/v1/apikey${query}`)).body.find(({ id }: { id: string }) => id === body.id)
    const whole = await seenBy(owner)
    expect(whole).toMatchObject({ last_used_ip: '127.0.0.1', revoker: expect.stringMatching(/./) })
    expect(await seenBy(await staff('PSP_APIKEY_LIST'), `?merchant=${shop.merchant}`)).toEqual(whole)
    for (const who of [
      await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] }),
      await kontor.make.apiKey(shop.merchant, ['TRANSACTION_ALL']),
    ])
      expect(await seenBy(who)).toEqual({ ...whole, last_used_ip: null, revoker: null })
  })

  it('gets no network from somebody who lacks its roles: it would open to them', async () => {
    const { body } = await create({ roles: ['REFUND_ALL', 'PLAN_ALL'], allowed_ips: ['192.0.2.0/28', '2001:db8::/32'] })
    const helper = await staff('PSP_APIKEY_ALL', 'REFUND_ALL')
    const change = (allowed_ips: string[] | null, given: object = {}, who = helper) =>
      kontor.post(who, `/v1/apikey/${body.id}`, { allowed_ips, ...given })
    for (const wider of [null, [], ['192.0.2.0/24'], ['192.0.2.1', '198.51.100.7'], ['2001:db8::/31']]) {
      const { status, body: refused } = await change(wider)
      expect([wider, status, refused.details]).toEqual([wider, 400, { 'body.allowed_ips': 'lacks_roles_of_key' }])
    }
    expect((await change(['192.0.2.4/30', '2001:db8::/64'])).body.allowed_ips).toEqual([
      '192.0.2.4/30',
      '2001:db8::/64',
    ])
    expect((await change(['192.0.2.0/24'])).status).toBe(400)
    // Once the key has no more than they do, it is theirs to widen.
    expect((await change(null, { roles: ['REFUND_ALL'] })).body.allowed_ips).toBeNull()
    expect((await change(['192.0.2.1'], {}, owner)).body.allowed_ips).toEqual(['192.0.2.1/32'])
  })

  it('gets no role that its maker lacks, neither when it is made nor later', async () => {
    const maker = await staff('PSP_APIKEY_ALL', 'TRANSACTION_ALL', 'REFUND_LIST')
    const refused = { 'body.roles': 'not_held' }
    expect((await create({ roles: ['USER_ALL'] }, maker)).body.details).toEqual(refused)
    expect((await create({ roles: ['REFUND_ALL'] }, maker)).body.details).toEqual(refused)
    const made = await create({ roles: ['TRANSACTION_CREATE', 'REFUND_LIST'] }, maker)
    expect(made.status).toBe(201)
    const change = (id: string, roles: string[]) => kontor.post(maker, `/v1/apikey/${id}`, { roles })
    expect((await change(made.body.id, ['TRANSACTION_ALL', 'PLAN_LIST'])).body.details).toEqual(refused)
    expect((await change(made.body.id, ['TRANSACTION_ALL'])).body.roles).toEqual(['TRANSACTION_ALL'])
  })

  it('that holds more than they do keeps it, and is not replaced by them: they would see its secret', async () => {
    const { body } = await create({ roles: ['REFUND_ALL', 'PLAN_ALL'] })
    const helper = await staff('PSP_APIKEY_ALL')
    const { status, body: kept } = await kontor.post(helper, `/v1/apikey/${body.id}`, { roles: ['REFUND_ALL'] })
    expect([status, kept.roles]).toEqual([200, ['REFUND_ALL']])
    const answer = await kontor.post(helper, `/v1/apikey/${body.id}/rotate`, { overlap_hours: 0 })
    expect([answer.status, answer.body.details]).toEqual([403, { roles: ['REFUND_ALL'] }])
    expect((await kontor.post(helper, `/v1/apikey/${body.id}/revoke`)).body.status).toBe('REVOKED')
  })

  it('never shows its secret again: no answer, no trail, no export and no log has it', async () => {
    const all = await staff('PSP_ALL')
    const secrets: string[] = []
    const { body } = await create({ name: 'canary' })
    secrets.push(body.secret)
    const rotated = await kontor.post(owner, `/v1/apikey/${body.id}/rotate`, { overlap_hours: 24 })
    secrets.push(rotated.body.secret)
    const said = [
      await kontor.get(owner, '/v1/apikey'),
      await kontor.post(owner, `/v1/apikey/${rotated.body.id}`, { name: 'renamed canary' }),
      await kontor.get(all, '/v1/psp/apikey?_limit=1000'),
      await kontor.get(all, `/v1/psp/apikey/${body.id}`),
      await kontor.get(all, `/v1/psp/apikey/${body.id}/history`),
      await kontor.get(all, `/v1/psp/apikey/${rotated.body.id}/history`),
      await kontor.get(all, '/v1/psp/apikey/export?format=json'),
      await kontor.post(owner, `/v1/apikey/${rotated.body.id}/revoke`),
    ]
    const texts = said.map(({ body: answer }) => JSON.stringify(answer))
    expect(texts.every((text) => text.includes('canary'))).toBe(true)
    const { rows } = await admin.query(
      'select to_jsonb(c)::text as text from change c union all select to_jsonb(k)::text from api_key k',
    )
    texts.push(...rows.map(({ text }) => text))
    for (const secret of secrets) {
      // Also without its prefix, and its hash, which opens nothing but is nobody's to see.
      const hash = createHash('sha256').update(secret).digest('hex')
      for (const part of [secret, secret.slice('kontor_'.length)])
        expect(texts.filter((text) => text.includes(part))).toEqual([])
      expect(texts.slice(0, said.length).filter((text) => text.includes(hash))).toEqual([])
    }
  })
})

describe('the settings of the API', () => {
  it('tell everybody who is signed in where it is and whose', async () => {
    const cashier = await kontor.make.cookie({ merchant: shop.merchant })
    expect((await kontor.get(cashier, '/v1/apisetting')).body).toMatchObject({
      base_url: 'http://localhost:4000/v1',
      documentation_url: 'http://localhost:4000/docs',
      merchant: { id: shop.merchant },
    })
  })
  it('name the hosts of webhook addresses alone to whoever may neither list payment profiles nor webhooks', async () => {
    const address = 'https://hook:canary@shop.example/hooks/canary?token=canary'
    await admin.query(
      'update payment_profile set webhook_transaction_update = $1, webhook_failed_email = $2 where merchant_id = $3',
      [address, 'canary@shop.example', shop.merchant],
    )
    await admin.query(
      'insert into webhook_address (merchant_id, address_key, url, failures, failing_since) values ($1, address_key($2), $2, 1, now())',
      [shop.merchant, address],
    )
    const { body: tags } = await create({ roles: ['TAG_LIST'] })
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] })
    for (const who of [cashier, tags.secret]) {
      const { status, body } = await kontor.get(who, '/v1/apisetting/callback')
      expect([status, JSON.stringify(body).includes('canary')]).toEqual([200, false])
      expect(body.payment_profiles).toMatchObject([{ webhook_transaction_update: 'https://shop.example/…' }])
      expect(body.failing).toMatchObject([{ url: 'https://shop.example/…' }])
    }
    for (const role of ['PAYMENT_PROFILE_LIST', 'WEBHOOK_LIST', 'WEBHOOK_UPDATE'] as const) {
      const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: [role] })
      expect((await kontor.get(reader, '/v1/apisetting/callback')).body.failing).toMatchObject([{ url: address }])
    }
  })
})
