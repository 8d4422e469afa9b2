import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { Gateway } from './gateway.ts'
import { gateways } from './gateways.ts'
import { sandboxManifest } from './sandbox/sandbox.manifest.ts'

let kontor: TestApp
let log = ''
let staff: string

beforeAll(async () => {
  const stream = {
    write(line: string) {
      log += line
    },
  }
  kontor = await startTestApp({ logger: { level: 'trace', stream } })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

interface Keys {
  api_key: string
  notification_secret: string
}

const newKeys = (): Keys => ({
  api_key: `key-${randomUUID()}`,
  notification_secret: `whsec_${randomBytes(24).toString('base64')}`,
})

/** Opens an account at the sandbox, or gives it other keys. */
async function account(name: string, merchant: string, keys: Keys): Promise<void> {
  const body = { ...keys, notification_url: `${kontor.url}/v1/processornotification/${merchant}` }
  const reply = await fetch(`${kontor.sandboxUrl}/v1/accounts/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
}

const detailsOf = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }))

async function newShop() {
  const shop = await kontor.make.merchant()
  const { id: user } = await kontor.make.user({ merchant: shop.merchant })
  const named = { name: 'Cards', organisation: shop.merchant, description: 'The account of the shop', user }
  return { shop, user, named: { ...named, gateway: 'sandbox', mode: 'test', payment_product: 'card' } }
}

/** A processor with an account of its own at the sandbox, and a shop that uses it. */
async function connected() {
  const { shop, user, named } = await newShop()
  const keys = newKeys()
  const name = `a-${randomUUID()}`
  await account(name, shop.merchant, keys)
  const made = await kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(keys) })
  expect(made.status).toBe(201)
  const id: string = made.body.id
  const profile = await kontor.make.profile(shop.merchant, { processors: [id], currency_code: 'EUR' })
  return { shop: { ...shop, processor: id, profile } as MadeMerchant, user, named, keys, name, id, made: made.body }
}

const setup = async (id: string, who = staff) => (await kontor.get(who, `/v1/processor/${id}/setup`)).body
const payment = (shop: MadeMerchant, capture = true) => ({
  ...{ payment_profile: shop.profile, amount: 1250, payment_product: 'card', card_token: 'test_visa', capture },
  merchant_reference: randomUUID(),
})

describe('a processor is connected', () => {
  it('with the account that its credential opens, and never tells the values again', async () => {
    const { id, made, keys, name, user } = await connected()
    expect(made).toMatchObject({ gateway: 'sandbox', mode: 'test', account: name, active: true })
    const seen = await setup(id)
    expect(seen).toMatchObject({ user: { id: user }, last_notification_at: null })
    expect(seen.credentials).toEqual([
      expect.objectContaining({ place: 'present', account: name, test_problem: null, changed_by: expect.any(String) }),
    ])
    expect(JSON.stringify([made, seen])).not.toContain(keys.api_key)
  })

  it('with a credential that is wrong, and says which value', async () => {
    const { named } = await newShop()
    const { status, body } = await kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(newKeys()) })
    expect([status, body.account]).toEqual([201, null])
    const [{ test_problem, test_field, tested_at }] = (await setup(body.id)).credentials
    expect([test_problem, test_field]).toEqual(['credential_refused', 'api_key'])
    expect(tested_at).toEqual(expect.any(String))
  })

  it('and is refused what its gateway does not have', async () => {
    const { named, shop } = await newShop()
    const details = detailsOf(newKeys())
    const refused = async (body: object) =>
      (await kontor.post(staff, '/v1/processor', { ...named, details, ...body })).body.details
    expect(await refused({ gateway: 'other' })).toEqual({ 'body.gateway': 'unknown' })
    expect(await refused({ mode: 'live' })).toEqual({ 'body.mode': 'not_of_gateway' })
    expect(await refused({ details: [] })).toEqual({ 'body.details': 'required' })
    expect(await refused({ details: details.slice(0, 1) })).toEqual({ 'body.details.notification_secret': 'required' })
    expect(await refused({ details: [...details, { name: 'pin', value: '1' }] })).toEqual({
      'body.details.2.name': 'unknown',
    })
    const stranger = await kontor.make.user({ merchant: (await kontor.make.merchant()).merchant })
    expect(await refused({ user: stranger.id })).toEqual({ 'body.user': 'not_found' })
    const part = await kontor.make.organisation(shop.merchant)
    const ofPart = await kontor.make.user({ merchant: shop.merchant, organisation: part })
    expect(await refused({ user: ofPart.id })).toEqual({ 'body.user': 'not_found' })
  })

  it('by the provider alone; a merchant changes the values of a credential and nothing else', async () => {
    const { id, shop, named } = await connected()
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const stranger = await kontor.make.cookie({ merchant: (await newShop()).shop.merchant, roles: ['USER_ALL'] })
    const details = detailsOf(newKeys())
    expect((await kontor.post(owner, '/v1/processor', { ...named, details })).status).toBe(403)
    expect((await kontor.post(owner, `/v1/processor/${id}`, { name: 'Mine' })).status).toBe(403)
    expect((await kontor.post(owner, `/v1/processor/${id}/deactivate`)).status).toBe(403)
    expect((await kontor.post(stranger, `/v1/processor/${id}/credential`, { details })).status).toBe(404)
    expect((await kontor.post(stranger, `/v1/processor/${id}/test`, { place: 'present' })).status).toBe(404)
    const test = { gateway: 'sandbox', mode: 'test', details: details.slice(0, 1), processor: id }
    expect((await kontor.post(stranger, '/v1/processor/test', test)).status).toBe(404)
    expect((await kontor.post(owner, `/v1/processor/${id}/credential`, { details })).status).toBe(200)
    expect((await setup(id, owner)).credentials).toHaveLength(2)
  })

  it('and moves to another organisation only with a user who sees it', async () => {
    const { id, shop, user } = await connected()
    const part = await kontor.make.organisation(shop.merchant)
    const ofPart = await kontor.make.user({ merchant: shop.merchant, organisation: part })
    const change = (body: object) => kontor.post(staff, `/v1/processor/${id}`, body)
    expect((await change({ organisation: part, user: ofPart.id })).body).toMatchObject({ organisation: part })
    expect((await change({ organisation: shop.merchant })).body.details).toEqual({ 'body.user': 'not_found' })
    expect((await change({ organisation: shop.merchant, user, name: 'Till' })).body).toMatchObject({ name: 'Till' })
  })
})

describe('a processor that is deactivated', () => {
  it('says which shops lose it, takes no payment, and takes them again', async () => {
    const { id, shop } = await connected()
    const both = await kontor.make.profile(shop.merchant, {
      processors: [id, await kontor.make.processor(shop.merchant)],
    })
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const { shops } = await setup(id)
    expect(shops.find((each: { id: string }) => each.id === shop.profile).is_only).toBe(true)
    expect(shops.find((each: { id: string }) => each.id === both).is_only).toBe(false)
    expect((await kontor.post(staff, `/v1/processor/${id}/deactivate`)).body.active).toBe(false)
    expect((await kontor.post(owner, '/v1/transaction', payment(shop))).body.code).toBe('no_processor_for_product')
    expect((await kontor.post(staff, `/v1/processor/${id}/activate`)).body.active).toBe(true)
    expect((await kontor.post(owner, '/v1/transaction', payment(shop))).status).toBe(201)
  })
})

describe('a connection is tried', () => {
  it('before it is saved, with the values of the credential in use where none is typed', async () => {
    const { id, keys, name } = await connected()
    const typed = (values: object, more: object = {}) =>
      kontor.post(staff, '/v1/processor/test', {
        gateway: 'sandbox',
        mode: 'test',
        details: detailsOf(values),
        ...more,
      })
    expect((await typed(keys)).body).toEqual({ account: name, field: null, problem: null })
    const wrong = { account: null, field: 'api_key', problem: 'credential_refused' }
    expect((await typed({ ...keys, api_key: 'not-the-key' })).body).toEqual(wrong)
    expect((await typed({ api_key: keys.api_key }, { processor: id })).body.account).toBe(name)
    expect((await typed({ ...keys, api_key: 'a b' })).body.details).toEqual({
      'body.details.api_key': 'not_of_gateway',
    })
    expect((await setup(id)).credentials).toHaveLength(1)
  })

  it('and a gateway that is away for a moment does not make it forget its account', async () => {
    const { id, name } = await connected()
    await sql('update processor set url = $1 where id = $2', ['http://127.0.0.1:9', id])
    const { body } = await kontor.post(staff, `/v1/processor/${id}/test`, { place: 'present' })
    expect(body).toEqual({ account: null, field: null, problem: 'unreachable' })
    expect((await setup(id)).credentials[0]).toMatchObject({ account: name, test_problem: 'unreachable' })
  })
})

describe('a second credential', () => {
  const notify = (address: string, secret: string) => {
    const body = JSON.stringify({ type: 'something_new', data: {} })
    const id = randomUUID()
    const at = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    return fetch(`${kontor.url}/v1/processornotification/${address}`, { method: 'POST', headers, body })
  }

  it('is prepared, tried and switched to without a lost payment or notification', async () => {
    const { id, shop, keys, name } = await connected()
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const held = (await kontor.post(owner, '/v1/transaction', payment(shop, false))).body
    expect(held.status).toBe('AUTHORIZED')
    const next = newKeys()
    await kontor.post(staff, `/v1/processor/${id}/credential`, { details: detailsOf(next) })
    const version = async () => (await setup(id)).credentials[1].version
    const change = async (body: object) => kontor.post(staff, `/v1/processor/${id}/credential/switch`, body)
    // The gateway does not know it yet.
    expect((await change({ version: await version() })).body.code).toBe('credential_not_tested')
    await account(name, shop.merchant, next)
    expect((await kontor.post(staff, `/v1/processor/${id}/test`, { place: 'second' })).body.account).toBe(name)
    for (const secret of [keys.notification_secret, next.notification_secret])
      expect((await notify(shop.merchant, secret)).status).toBe(204)
    expect((await change({ version: await version() })).status).toBe(200)
    const [present, second] = (await setup(id)).credentials
    expect(present).toMatchObject({ place: 'present', account: name })
    expect(second).toMatchObject({ place: 'second', was_used: true })
    expect((await kontor.post(owner, `/v1/transaction/${held.id}/capture`, { amount: 1250 })).body.status).toMatch(
      /^SETTLEMENT_/,
    )
    const [, own = ''] = (await setup(id)).notification_url.split('/v1/processornotification/')
    for (const address of [shop.merchant, own])
      for (const secret of [keys.notification_secret, next.notification_secret])
        expect((await notify(address, secret)).status).toBe(204)
    expect((await kontor.call(staff, 'DELETE', `/v1/processor/${id}/credential`, {})).status).toBe(204)
    expect((await notify(shop.merchant, keys.notification_secret)).status).toBe(422)
    expect((await notify(shop.merchant, next.notification_secret)).status).toBe(204)
    expect((await kontor.call(staff, 'DELETE', `/v1/processor/${id}/credential`, {})).body.code).toBe(
      'no_second_credential',
    )
  })

  it('of another account is not switched to', async () => {
    const { id, shop } = await connected()
    const other = newKeys()
    await account(`b-${randomUUID()}`, shop.merchant, other)
    await kontor.post(staff, `/v1/processor/${id}/credential`, { details: detailsOf(other) })
    const { version } = (await setup(id)).credentials[1]
    const reply = await kontor.post(staff, `/v1/processor/${id}/credential/switch`, { version })
    expect(reply.body.code).toBe('credential_of_another_account')
  })

  it('is switched to once, however many people switch at once', async () => {
    const { id, name, shop } = await connected()
    const next = newKeys()
    await account(name, shop.merchant, next)
    await kontor.post(staff, `/v1/processor/${id}/credential`, { details: detailsOf(next) })
    const { version } = (await setup(id)).credentials[1]
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => kontor.post(staff, `/v1/processor/${id}/credential/switch`, { version })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await kontor.post(staff, `/v1/processor/${id}/test`, { place: 'present' })).body.account).toBe(name)
  })
})

describe('no value of a credential is found', () => {
  it('in answers, the trail, exports, the log or a dump of the database, whatever was done with it', async () => {
    const { id, shop, keys, named } = await connected()
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const canaries = Array.from({ length: 40 }, newKeys)
    const answers: unknown[] = []
    const said = async (reply: Promise<{ body: unknown }>) => void answers.push((await reply).body)
    for (const each of canaries) {
      const details = detailsOf(each)
      await said(kontor.post(staff, '/v1/processor/test', { gateway: 'sandbox', mode: 'test', details }))
      await said(kontor.post(staff, `/v1/processor/${id}/credential`, { details }, { 'idempotency-key': randomUUID() }))
      await said(kontor.post(staff, '/v1/processor', { ...named, details: [...details, ...details] }))
      await said(kontor.post(staff, '/v1/processor', { ...named, details: [{ name: each.api_key, value: 'x' }] }))
    }
    await said(kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(canaries[0] ?? {}) }))
    await said(kontor.post(owner, '/v1/transaction', payment(shop)))
    for (const path of ['', '/history', '/setup']) await said(kontor.get(staff, `/v1/processor/${id}${path}`))
    for (const format of ['csv', 'json'])
      await said(kontor.get(staff, `/v1/processor/export?format=${format}&merchant=${shop.merchant}`))
    const places = { answers: JSON.stringify(answers), log, dump: await dump() }
    const values = [keys, ...canaries].flatMap(({ api_key, notification_secret }) => [api_key, notification_secret])
    const forms = values.flatMap((value) => [value, Buffer.from(value).toString('hex')])
    for (const [place, text] of Object.entries(places))
      expect([place, forms.filter((form) => text.includes(form))]).toEqual([place, []])
    // The search itself works.
    expect(places.dump).toContain(shop.merchant)
    expect(places.log).toContain('/v1/processor')
  })
})

describe('a new gateway', () => {
  afterEach(() => void gateways.pop())

  it('is its manifest, its adapter and a line: it is offered, connected, tried and paid with', async () => {
    const never = () => Promise.reject(new Error('not asked in this test'))
    const dummy: Gateway = {
      manifest: {
        ...sandboxManifest,
        ...{
          name: 'dummy',
          label: 'Dummy Pay',
          addresses: { test: { api: 'https://dummy.test' }, live: { api: 'https://dummy.live' } },
        },
        credential: [
          {
            ...{ name: 'client', label: 'Client', secret: false, required: true, pattern: 'C\\d+' },
            where: { nl: 'Instellingen', 'en-US': 'Settings' },
          },
          { name: 'pin', label: 'PIN', secret: true, required: 'live', where: { nl: 'Brief', 'en-US': 'Letter' } },
        ],
        products: { blik: { ...sandboxProduct, answers: ['ACCEPT'] } },
      },
      test: async ({ addresses, credential }) =>
        credential['client'] === 'C1'
          ? { ok: true, account: `${credential['client']} at ${addresses['api']}` }
          : { ok: false, field: 'client', problem: 'credential_refused' },
      authorize: async (_connection, { reference, amount, currency_code }) => ({
        ...{ reference, id: `d-${reference}`, payment_id: `d-${reference}`, operation: 'authorize' as const },
        money: { amount, currency_code },
        outcome: { is: 'done', status: 'CAPTURED' },
      }),
      ...{ capture: never, void: never, refund: never, accept: never, dispute: never, revokeCard: never },
      ...{ find: never, cardField: never, readNotification: () => [] },
    }
    gateways.push(dummy)
    const { shop, named } = await newShop()
    const offered = (await kontor.get(staff, '/v1/gateway')).body
    expect(offered.map(({ name }: { name: string }) => name)).toEqual(gateways.map(({ manifest }) => manifest.name))
    expect(offered.at(-1)).toMatchObject({ label: 'Dummy Pay', modes: ['test', 'live'] })
    const body = { ...named, gateway: 'dummy', payment_product: 'blik' }
    const tryIt = (mode: string, values: object) =>
      kontor.post(staff, '/v1/processor/test', { gateway: 'dummy', mode, details: detailsOf(values) })
    expect((await tryIt('test', { client: 'C2' })).body.field).toBe('client')
    expect((await tryIt('live', { client: 'C1' })).body.details).toEqual({ 'body.details.pin': 'required' })
    const made = await kontor.post(staff, '/v1/processor', { ...body, details: detailsOf({ client: 'C1' }) })
    expect(made.body).toMatchObject({ gateway: 'dummy', account: 'C1 at https://dummy.test' })
    expect((await kontor.post(staff, '/v1/processor', { ...body, payment_product: 'card' })).status).toBe(400)
    const profile = await kontor.make.profile(shop.merchant, { processors: [made.body.id], currency_code: 'PLN' })
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const paid = await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: profile, amount: 500, payment_product: 'blik', merchant_reference: randomUUID() },
    })
    expect(paid.body).toMatchObject({ status: 'SETTLEMENT_REQUESTED', processor_id_external: expect.any(String) })
    const { id, created_at } = paid.body
    const lost = await kontor.make.chargeback({ ...shop, processor: made.body.id }, { id, created_at, amount: 500 })
    const row = (await kontor.get(owner, `/v1/chargeback/${lost.id}`)).body
    expect(row.answers).toEqual(['ACCEPT'])
    const statistics = (await kontor.get(owner, '/v1/processor/statistics')).body
    expect(statistics.map(({ gatewayLabel }: { gatewayLabel: string }) => gatewayLabel)).toContain('Dummy Pay')
  })
})

const sandboxProduct = sandboxManifest.products.ideal as NonNullable<typeof sandboxManifest.products.ideal>

async function sql(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  try {
    return (await owner.query(text, values)).rows
  } finally {
    await owner.end()
  }
}

/** Every row of every table as text, as in a stolen dump. */
async function dump(): Promise<string> {
  const tables = await sql("select tablename from pg_tables where schemaname = 'public'")
  const texts = []
  for (const { tablename } of tables) texts.push(...(await sql(`select t::text as row from "${tablename}" t`)))
  return texts.map(({ row }) => row).join('\n')
}
