import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connected, detailsOf, newKeys, newShop, notify, openAccount, payment } from '../../test/gateway-account.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { connectionOf } from './connections.ts'
import { type Connection, type Gateway, NotificationRefused, type Outcome, type Report } from './gateway.ts'
import { describeGateways, gatewayNamed, gateways } from './gateways.ts'
import type { Knowing } from './manifest.ts'
import { sandboxManifest } from './sandbox/sandbox.manifest.ts'

let kontor: TestApp
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const setup = async (id: string, who = staff) => (await kontor.get(who, `/v1/processor/${id}/setup`)).body

describe('a processor is connected', () => {
  it('with the account that its credential opens, and never tells the values again', async () => {
    const { id, made, keys, name, user } = await connected(kontor, staff)
    expect(made).toMatchObject({ gateway: 'sandbox', mode: 'test', account: name, active: true })
    const seen = await setup(id)
    expect(seen).toMatchObject({ user: { id: user }, last_notification_at: null })
    expect(seen.credentials).toEqual([
      expect.objectContaining({ place: 'present', account: name, test_problem: null, changed_by: expect.any(String) }),
    ])
    expect(JSON.stringify([made, seen])).not.toContain(keys.api_key)
  })

  it('by a form that may name its type, and named by the words of the specification (001, section 3)', async () => {
    const { named } = await newShop(kontor)
    const form = { ...named, details: detailsOf(newKeys()) }
    const made = await kontor.post(staff, '/v1/processor', { ...form, type: 'processor' })
    expect([made.status, made.body]).toMatchObject([201, { gateway: 'sandbox', provider: 'sandbox' }])
    const other = await kontor.post(staff, '/v1/processor', { ...form, type: 'processorsettlement' })
    expect([other.status, other.body.details]).toEqual([400, { 'body.type': 'invalid_value' }])
  })

  it('with a credential that is wrong, and says which value', async () => {
    const { named } = await newShop(kontor)
    const { status, body } = await kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(newKeys()) })
    expect([status, body.account]).toEqual([201, null])
    const [{ test_problem, test_field, tested_at }] = (await setup(body.id)).credentials
    expect([test_problem, test_field]).toEqual(['credential_refused', 'api_key'])
    expect(tested_at).toEqual(expect.any(String))
    const row = await kontor.get(staff, `/v1/processor/${body.id}`)
    expect(row.body).toMatchObject({ active: true, test_problem: 'credential_refused' })
  })

  it('without values that its merchant fills in, and takes no payment and no notification before', async () => {
    const { named, shop } = await newShop(kontor)
    const empty = detailsOf({ api_key: '', notification_secret: '' })
    const outside = await kontor.post(staff, '/v1/processor', { ...named, details: empty })
    expect(outside.body.details).toMatchObject({ 'body.details.api_key': 'required' })
    const made = await kontor.post(staff, `/v1/processor?merchant=${shop.merchant}`, { ...named, details: empty })
    expect([made.status, made.body.active]).toEqual([201, false])
    const { id } = made.body
    const before = await setup(id)
    expect(before.credentials[0]).toMatchObject({ test_problem: 'incomplete', test_field: 'api_key', account: null })
    expect((await kontor.post(staff, `/v1/processor/${id}/activate`)).body.code).toBe('credential_incomplete')
    const [, own = ''] = before.notification_url.split('/v1/processornotification/')
    for (const secret of [`whsec_${btoa('undefined')}`, newKeys().notification_secret])
      expect((await notify(kontor, own, secret)).status).toBe(422)

    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const keys = newKeys()
    await openAccount(kontor, `a-${id}`, shop.merchant, keys)
    const fill = (values: object) =>
      kontor.post(owner, `/v1/processor/${id}/credential`, { version: before.version, details: detailsOf(values) })
    expect((await fill({ api_key: keys.api_key })).body.details).toEqual({
      'body.details.notification_secret': 'required',
    })
    expect((await fill(keys)).status).toBe(200)
    expect((await kontor.post(staff, `/v1/processor/${id}/activate`)).body.code).toBe('credential_incomplete')
    const { version } = await setup(id)
    expect((await kontor.post(staff, `/v1/processor/${id}/credential/switch`, { version })).status).toBe(200)
    expect((await kontor.post(staff, `/v1/processor/${id}/activate`)).body.active).toBe(true)
    // The credential without values is the second one now, and was in use: it proves nothing.
    expect((await notify(kontor, own, keys.notification_secret)).status).toBe(204)
    expect((await notify(kontor, own, newKeys().notification_secret)).status).toBe(422)
    const profile = await kontor.make.profile(shop.merchant, { processors: [id], currency_code: 'EUR' })
    const paid = await kontor.post(owner, '/v1/transaction', payment({ ...shop, profile }))
    expect(paid.body.status).toMatch(/^SETTLEMENT_/)
  })

  it('and may come with the descriptions that its gateway gives to the values', async () => {
    const { named } = await newShop(kontor)
    const details = detailsOf(newKeys()).map((each) => ({ ...each, description: `What ${each.name} is for` }))
    const made = await kontor.post(staff, '/v1/processor', { ...named, details })
    expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.not.stringContaining('is for')])
  })

  it('and is refused what its gateway does not have', async () => {
    const { named, shop } = await newShop(kontor)
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

  it('at an address for notifications that is known before it, so that the gateway can make its secret first', async () => {
    const { body: given, status } = await kontor.post(staff, '/v1/processor/address', {})
    expect(status).toBe(200)
    const { named } = await newShop(kontor)
    const create = (notification_url: string) =>
      kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(newKeys()), notification_url })
    const address: string = given.notification_url
    const refused = async (url: string) => (await create(url)).body.details
    expect(await refused(`${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`)).toEqual({
      'body.notification_url': 'unknown',
    })
    expect(await refused(address.replace(/[0-9a-f-]{36}/, randomUUID()))).toEqual({
      'body.notification_url': 'unknown',
    })
    expect(await refused('https://example.com')).toEqual({ 'body.notification_url': 'unknown' })
    const { body: made } = await create(address)
    expect((await setup(made.id)).notification_url).toBe(address)
    expect(await refused(address)).toEqual({ 'body.notification_url': 'taken' })
    const { body: other } = await kontor.post(staff, '/v1/processor/address', {})
    expect(other.notification_url).not.toBe(address)
  })

  it('and looked after by the last of very many users', async () => {
    const { named, shop, user } = await newShop(kontor)
    const { id: last } = await kontor.make.user({ merchant: shop.merchant })
    await sql(
      `insert into platform_user select (jsonb_populate_record(u, jsonb_build_object(
          'id', gen_random_uuid(), 'name', 'A ' || n, 'email', gen_random_uuid() || '@shop.example'))).*
        from platform_user u, generate_series(1, 501) n where u.id = $1`,
      [user],
    )
    const body = { ...named, user: last, details: detailsOf(newKeys()) }
    expect((await kontor.post(staff, '/v1/processor', body)).status).toBe(201)
  })

  it('by the provider alone; a merchant changes the values of a credential and nothing else', async () => {
    const { id, shop, named } = await connected(kontor, staff)
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const stranger = await kontor.make.cookie({ merchant: (await newShop(kontor)).shop.merchant, roles: ['USER_ALL'] })
    const details = detailsOf(newKeys())
    expect((await kontor.post(owner, '/v1/processor', { ...named, details })).status).toBe(403)
    expect((await kontor.post(owner, `/v1/processor/${id}`, { name: 'Mine' })).status).toBe(403)
    expect((await kontor.post(owner, `/v1/processor/${id}/deactivate`)).status).toBe(403)
    expect((await kontor.post(stranger, `/v1/processor/${id}/credential`, { version: 1, details })).status).toBe(404)
    expect((await kontor.post(stranger, `/v1/processor/${id}/test`, { place: 'present' })).status).toBe(404)
    const test = { gateway: 'sandbox', mode: 'test', details: details.slice(0, 1), processor: id }
    expect((await kontor.post(stranger, '/v1/processor/test', test)).status).toBe(404)
    expect((await kontor.post(owner, `/v1/processor/${id}/credential`, { version: 1, details })).status).toBe(200)
    expect((await setup(id, owner)).credentials).toHaveLength(2)
  })

  it('and moves to another organisation only with a user who sees it', async () => {
    const { id, shop, user } = await connected(kontor, staff)
    const part = await kontor.make.organisation(shop.merchant)
    const ofPart = await kontor.make.user({ merchant: shop.merchant, organisation: part })
    const change = (body: object) => kontor.post(staff, `/v1/processor/${id}`, body)
    expect((await change({ organisation: part, user: ofPart.id })).body).toMatchObject({ organisation: part })
    expect((await change({ organisation: shop.merchant })).body.details).toEqual({ 'body.user': 'not_found' })
    expect((await change({ organisation: shop.merchant, user, name: 'Till' })).body).toMatchObject({ name: 'Till' })
  })
})

describe('a processor that is deactivated', () => {
  it('is the only one of a shop where the others take its payment product in other currencies', async () => {
    const { merchant } = await kontor.make.merchant()
    const [id, ofMollie] = [
      await kontor.make.processor(merchant, { payment_product: 'ideal' }),
      await kontor.make.processor(merchant, { payment_product: 'ideal', gateway: 'mollie', url: null }),
    ]
    const shops = new Map<string, boolean>()
    for (const [currency_code, isOnly] of [['EUR', false] as const, ['GBP', true] as const])
      shops.set(await kontor.make.profile(merchant, { currency_code, processors: [id, ofMollie] }), isOnly)
    const found: { id: string; is_only: boolean }[] = (await setup(id)).shops
    expect(new Map(found.map((each) => [each.id, each.is_only]))).toEqual(shops)
  })

  it('says which shops lose it, takes no payment, and takes them again', async () => {
    const { id, shop } = await connected(kontor, staff)
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
    const { id, keys, name } = await connected(kontor, staff)
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

  it('and a gateway that calls the account by a secret of the credential does not bring the secret back', async () => {
    const { shop, named } = await newShop(kontor)
    const keys = newKeys()
    await openAccount(kontor, `of-${keys.api_key}`, shop.merchant, keys)
    const typed = { gateway: 'sandbox', mode: 'test', details: detailsOf(keys) }
    const made = await kontor.post(staff, '/v1/processor', { ...named, details: detailsOf(keys) })
    const id: string = made.body.id
    const said = [
      made,
      await kontor.post(staff, '/v1/processor/test', typed),
      await kontor.post(staff, `/v1/processor/${id}/test`, { place: 'present' }),
    ]
    expect(said.map(({ body }) => body.account)).toEqual(Array(3).fill('of-•••'))
    said.push(await kontor.get(staff, `/v1/processor/${id}/setup`), await kontor.get(staff, `/v1/processor/${id}`))
    expect(JSON.stringify(said)).not.toContain(keys.api_key)
    const { rows } = await kontor.databases.pools.provider.query('select account from processor where id = $1', [id])
    expect(rows).toEqual([{ account: 'of-•••' }])
  })

  it('and only secrets are hidden in what a gateway answers, and no short ones', () => {
    const credential = { shop: 'public-name', api_key: 'a-secret-api-key', pin: 'amount', report_key: 'other-secret' }
    const field = (name: string, secret: boolean) => ({
      ...{ name, secret, label: name, required: true, where: { nl: '', 'en-US': '' } },
    })
    const sandbox = gatewayNamed('sandbox')
    const manifest = {
      ...sandbox.manifest,
      credential: [field('shop', false), field('api_key', true), field('pin', true)],
      settlement: { by: 'file' as const, credential: { API: [field('report_key', true)] } },
    }
    const reached = { mode: 'test' as const, credential, url: kontor.sandboxUrl }
    const { secrets } = connectionOf({ ...sandbox, manifest }, reached, 1_000, () => {})
    expect(secrets).toEqual(['a-secret-api-key', 'other-secret'])
  })

  it('and a gateway that is away for a moment does not make it forget its account', async () => {
    const { id, name } = await connected(kontor, staff)
    await sql('update processor set url = $1 where id = $2', ['http://127.0.0.1:9', id])
    const { body } = await kontor.post(staff, `/v1/processor/${id}/test`, { place: 'present' })
    expect(body).toEqual({ account: null, field: null, problem: 'unreachable' })
    expect((await setup(id)).credentials[0]).toMatchObject({ account: name, test_problem: 'unreachable' })
  })
})

describe('a list of processors', () => {
  it('is not filtered by a gateway that does not exist', async () => {
    const asked = async (path: string) => (await kontor.get(staff, `/v1/processor${path}`)).body
    const refused = { code: 'invalid_request', details: { 'query.gateway': 'invalid_value' } }
    for (const path of ['', '/count', '/export']) expect(await asked(`${path}?gateway=foo`)).toMatchObject(refused)
    expect((await asked('?gateway[]=sandbox&gateway[]=foo')).details).toEqual({ 'query.gateway[]': 'invalid_value' })
    expect(await asked('?gateway[]=sandbox&gateway=')).toEqual(expect.any(Array))
  })
})

describe('a new gateway', () => {
  const known = gateways.length
  afterEach(() => void gateways.splice(known))

  it('says of a value where it is found, with the address of our card fields, and no word of the settings', async () => {
    const told = (fieldsUrl?: string) =>
      JSON.stringify(describeGateways({ sandboxUrl: undefined, fieldsUrl }).map(({ credential }) => credential))
    expect(told('https://fields.example')).toContain('onze kaartvelden (https://fields.example)')
    for (const text of [told(), told('https://fields.example')]) expect(text).not.toMatch(/KONTOR_|\{fields_url/)
  })

  it('is its manifest, its adapter and a line: it is offered, connected and tried, takes, captures, voids and pays back, and tells of it (check 19)', async () => {
    const never = () => Promise.reject(new Error('not asked in this test'))
    const sent: [string, string, number][] = []
    const carriesOut =
      <R extends { reference: string; amount: number; currency_code: string; payment_id?: string | undefined }>(
        operation: 'authorize' | 'capture' | 'void' | 'refund',
        outcome: (request: R) => Outcome,
      ) =>
      async (_: Connection, request: R): Promise<Report> => {
        const { reference, amount, currency_code } = request
        sent.push([operation, reference, amount])
        const ids = { reference, id: `d-${reference}`, payment_id: request.payment_id ?? `d-${reference}` }
        return { ...ids, operation, money: { amount, currency_code }, outcome: outcome(request) }
      }
    const told: Knowing = { outcome: 'notification', key_h: 24, by_reference: false, overdue_h: 24 }
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
        products: { blik: { ...sandboxProduct, answers: ['ACCEPT'], capture: 'both', captures: 'one_partial' } },
        knowing: { ...sandboxManifest.knowing, capture: told },
        webhook: { proof: 'hmac_body', set_up: 'by_hand', answer: { code: 200, body: '[accepted]' } },
      },
      test: async ({ addresses, credential }) =>
        credential['client'] === 'C1'
          ? { ok: true, account: `${credential['client']} at ${addresses['api']}` }
          : { ok: false, field: 'client', problem: 'credential_refused' },
      authorize: carriesOut('authorize', ({ capture }) => ({
        is: 'done',
        status: capture ? 'CAPTURED' : 'AUTHORIZED',
      })),
      capture: carriesOut('capture', () => ({ is: 'later' })),
      void: carriesOut('void', () => ({ is: 'done', status: 'VOIDED' })),
      refund: carriesOut('refund', () => ({ is: 'done', status: 'REFUNDED' })),
      ...{ accept: never, dispute: never, revokeCard: never, cardField: never },
      tokenOfKept: () => undefined,
      readNotification({ credential }, { headers, body }) {
        if (headers['x-client'] !== credential['client']) throw new NotificationRefused('of another client')
        const { reference = '', amount = 0 } = JSON.parse(body || '{}')
        if (!reference) return []
        const money = { amount, currency_code: 'PLN' }
        const report = { reference, id: reference, payment_id: '', operation: 'capture' as const, money }
        return [
          {
            id: `n-${reference}`,
            about: 'operation',
            report: { ...report, outcome: { is: 'done', status: 'CAPTURED' } },
          },
        ]
      },
    }
    const offeredBefore = gateways.map(({ manifest }) => manifest.name)
    gateways.push(dummy)
    const { shop, named } = await newShop(kontor)
    const offered = (await kontor.get(staff, '/v1/gateway')).body
    expect(offered.map(({ name }: { name: string }) => name)).toEqual([...offeredBefore, 'dummy'])
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
    const [, address = ''] = (await setup(made.body.id)).notification_url.split('/v1/processornotification/')
    const notified = async (body: object, client = 'C1') => {
      const at = `${kontor.url}/v1/processornotification/${address}`
      const headers = { 'content-type': 'application/json', 'x-client': client }
      const said = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) })
      return [said.status, await said.text()]
    }
    expect(await notified({})).toEqual([200, '[accepted]'])
    const order = { payment_profile: profile, amount: 500, payment_product: 'blik', capture: false }
    const hold = async () =>
      (await kontor.post(owner, '/v1/transaction', { ...order, merchant_reference: randomUUID() })).body
    const at = (id: string, verb: string, body: object = {}) =>
      kontor.post(owner, `/v1/transaction/${id}/${verb}`, body, verb === 'capture' ? { prefer: 'respond-async' } : {})
    const [kept, released] = [await hold(), await hold()]
    expect([kept.status, released.status]).toEqual(['AUTHORIZED', 'AUTHORIZED'])
    expect((await at(released.id, 'void')).body.status).toBe('AUTHORIZATION_VOIDED')
    await at(kept.id, 'capture', { amount: 400 })
    const [, capture = ''] = await until(
      async () => sent.find(([operation]) => operation === 'capture') ?? ['', ''],
      ([operation]) => operation === 'capture',
    )
    const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
    expect((await notified({ reference: capture, amount: 400 }, 'C2'))[0]).toBe(422)
    expect((await read(kept.id)).status).toBe('AUTHORIZED')
    expect(await notified({ reference: capture, amount: 400 })).toEqual([200, '[accepted]'])
    expect(await read(kept.id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 400 })
    expect((await at(kept.id, 'refund', { amount: 150 })).body).toMatchObject({ status: 'PROCESSED', amount: 150 })
    expect(sent.map(([operation, , amount]) => [operation, amount])).toEqual([
      ...[
        ['authorize', 500],
        ['authorize', 500],
        ['authorize', 500],
      ],
      ...[
        ['void', 500],
        ['capture', 400],
        ['refund', 150],
      ],
    ])
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
