import type { Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { openReceiver } from '../../test/receiver.ts'
import type { AnyAnswer } from '../../test/world.ts'
import { newId } from '../platform/db/ids.ts'
import { findGaps } from './find-gaps.ts'

let kontor: TestApp
let a: MadeMerchant
let provider: string

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [40], timeout_ms: 500 } })
  a = await kontor.make.merchant()
  await kontor.connect(a.merchant)
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const items = async (query: string, who = provider, resource = 'psp/audittrail'): Promise<AnyAnswer[]> => {
  const { status, body } = await kontor.get(who, `/v1/${resource}?_limit=1000&${query}`)
  expect([query, status, status === 200 ? '' : body]).toEqual([query, 200, ''])
  return body
}
const contentOf = async (id: string, who = provider, resource = 'psp/audittrail') =>
  (await kontor.get(who, `/v1/${resource}/${id}/content`)).body

/** The payment as the shop's program makes it. */
const paid = async (key: string, more: object = {}) =>
  kontor.post(key, '/v1/transaction', {
    ...{ payment_profile: a.profile, amount: 1_234, payment_product: 'card', card_token: 'test_visa' },
    ...{ merchant_reference: `order-${Math.random()}`, ...more },
  })

describe('23: a payment by a program', () => {
  it('appears with its route, key and code, above the call to the processor and the webhook', async () => {
    const receiver = await openReceiver()
    try {
      await kontor.databases.provider
        .updateTable('payment_profile')
        .set({ webhook_transaction_update: receiver.url() })
        .where('id', '=', a.profile)
        .execute()
      const key = await kontor.make.apiKey(a.merchant)
      const { status, body } = await paid(key)
      expect(status).toBe(201)
      const [request, ...children] = await until(
        async () => {
          const [one] = await items(`transaction=${body.id}&type=request`)
          return one ? [one, ...(await items(`parent=${one.id}`))] : []
        },
        (found) => ['processor_call', 'webhook'].every((type) => found.some((each) => each.type === type)),
      )
      expect(request).toMatchObject({
        ...{ route: 'POST /v1/transaction', authentication: 'api', response_code: 201, destination: 'kontor' },
        ...{ transaction: body.id, payment_profile: a.profile, merchant: a.merchant, has_children: true, psp: false },
      })
      expect(request.api_key).not.toBeNull()
      const call = children.find(({ type }) => type === 'processor_call')
      expect(call).toMatchObject({ transaction: body.id, merchant: a.merchant, origin: 'kontor', has_children: false })
      expect(call.destination).toBe(new URL(kontor.sandboxUrl).host)
      expect(children.find(({ type }) => type === 'webhook')).toMatchObject({
        ...{ transaction: body.id, response_code: 200, destination: new URL(receiver.url()).host },
      })
      const content = await contentOf(request.id)
      expect(JSON.parse(content.request.body)).toMatchObject({ amount: 1_234, card_token: '•••' })
      expect(JSON.parse(content.response.body)).toMatchObject({ id: body.id, amount: 1_234 })
      expect(Object.fromEntries(content.request.headers)).toMatchObject({ authorization: '•••' })
      expect(JSON.parse((await contentOf(call.id)).request.body)).toMatchObject({ amount: 1_234 })
    } finally {
      receiver.close()
    }
  })
})

/** One table at a time. */
async function forgetAll(): Promise<void> {
  const { rows } = await sql<{ gone: number }>`select forget_old_audit_trail() as gone`.execute(
    kontor.databases.provider,
  )
  if (rows[0]?.gone) await forgetAll()
}

const written = async () =>
  until(
    () => intents(),
    (left) => left === 0,
  )
const intents = async () =>
  (await kontor.databases.provider.selectFrom('audit_trail_intent').select('id').execute()).length

describe('a call', () => {
  it('of a person who signed in has the person’s name, and the filter of its kind finds it', async () => {
    const cookie = await kontor.make.cookie({ merchant: a.merchant, roles: ['USER_ALL'], name: 'Ada Blom' })
    const text = `By hand ${Math.random()}`
    expect((await kontor.post(cookie, '/v1/tag', { organisation: a.merchant, text, color: '#123456' })).status).toBe(
      201,
    )
    const [item] = await until(
      () => items(`merchant=${a.merchant}&route=POST /v1/tag&authentication=jwt`),
      (found) => found.length > 0,
    )
    expect(item).toMatchObject({ type: 'request', authentication: 'jwt', user_name: 'Ada Blom', api_key: null })
    expect(item.user).not.toBeNull()
    expect(await items(`merchant=${a.merchant}&route=POST /v1/tag&authentication=api`)).toEqual([])
    const { request } = await contentOf(item.id)
    expect(Object.fromEntries(request.headers)).toMatchObject({ cookie: '•••' })
  })

  it('of a processor that notifies is of the processor’s merchant, by nobody who is known, with its proof masked', async () => {
    const { body } = await paid(await kontor.make.apiKey(a.merchant))
    const about = async () => {
      const found = await items(`merchant=${a.merchant}&type=notification`)
      const contents = await Promise.all(found.map(async (item) => ({ item, content: await contentOf(item.id) })))
      return contents.filter(({ content }) => content.request.body?.includes(body.id))
    }
    const [{ item, content } = { item: undefined, content: undefined }] = await until(
      about,
      (found) => found.length > 0,
    )
    expect(item).toMatchObject({
      ...{ type: 'notification', authentication: 'none', destination: 'kontor', response_code: 204, user: null },
      ...{ route: 'POST /v1/processornotification/:merchant', merchant: a.merchant, api_key: null },
    })
    expect(Object.fromEntries(content.request.headers)).toMatchObject({ 'webhook-signature': '•••' })
  })
})

describe('who reads what', () => {
  it('is of a webhook about a settlement or a report as of the webhook itself: whoever may read that', async () => {
    const { merchant } = await kontor.make.merchant()
    const told = (route: string, data: object) =>
      kontor.make.auditTrailItem(merchant, {
        ...{ type: 'webhook', route, url: 'https://shop.example/hook' },
        content: {
          ...{ request_headers: [], response_headers: [], response_body: null },
          request_body: JSON.stringify({ type: route, data }),
        },
      })
    const ids = [
      await told('settlement.closed', { status: 'CLOSED', payable: 918_273 }),
      await told('report.processed', { status: 'PROCESSED', list: 'customer' }),
      await told('transaction.updated', { status: 'SETTLEMENT_COMPLETED' }),
    ]
    const shownTo = async (who: string, resource = 'audittrail') =>
      (await Promise.all(ids.map((id) => contentOf(id, who, resource)))).map(({ state, request }) => [
        state,
        request.body !== null,
      ])
    const withRoles = (...roles: Role[]) => kontor.make.cookie({ merchant, roles: ['AUDITTRAIL_LIST', ...roles] })
    const [shown, hidden] = [
      ['kept', true],
      ['not_readable', false],
    ]
    expect(await shownTo(await withRoles())).toEqual([hidden, hidden, shown])
    expect(await shownTo(await withRoles('SETTLEMENT_LIST', 'REPORT_LIST'))).toEqual([shown, hidden, shown])
    expect(await shownTo(await withRoles('REPORT_LIST', 'CUSTOMER_LIST'))).toEqual([hidden, shown, shown])
    const staff = await kontor.make.cookie({ roles: ['PSP_AUDITTRAIL_LIST'] })
    expect(await shownTo(staff, 'psp/audittrail')).toEqual([hidden, hidden, shown])
    expect(await shownTo(provider, 'psp/audittrail')).toEqual([shown, shown, shown])
  })

  it('is the provider with its role, and a merchant of its own alone', async () => {
    const key = await kontor.make.apiKey(a.merchant)
    await kontor.get(key, '/v1/tag')
    const b = await kontor.make.merchant()
    const ofB = await kontor.make.apiKey(b.merchant)
    await kontor.get(ofB, '/v1/tag')
    const [own] = await until(
      () => items('route=GET /v1/tag', ofB, 'audittrail'),
      (found) => found.length > 0,
    )
    expect(own).toMatchObject({ merchant: b.merchant, authentication: 'api', response_code: 200 })
    expect((await items('', ofB, 'audittrail')).every(({ merchant }) => merchant === b.merchant)).toBe(true)
    expect((await kontor.get(key, `/v1/audittrail/${own.id}`)).status).toBe(404)
    expect((await kontor.get(key, `/v1/audittrail/${own.id}/content`)).status).toBe(404)
    expect((await kontor.get(ofB, `/v1/audittrail/${own.id}/content`)).body.state).toBe('kept')
  })

  it('is not the trail of a transaction or payment profile that a refused caller only named', async () => {
    const b = await kontor.make.merchant()
    const key = await kontor.make.apiKey(b.merchant)
    expect((await paid(key)).status).toBe(400)
    const { body } = await paid(await kontor.make.apiKey(a.merchant))
    expect((await kontor.get(key, `/v1/transaction/${body.id}`)).status).toBe(404)
    const named = await until(
      async () => (await items('', key, 'audittrail')).filter(({ response_code }) => response_code >= 400),
      (found) => found.length === 2,
    )
    expect(named.map(({ transaction, payment_profile }) => [transaction, payment_profile])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('24: is refused to a merchant’s key on the provider’s trail, and foreign transactions give an empty list', async () => {
    const key = await kontor.make.apiKey(a.merchant)
    for (const path of ['', '/count', '/export', `/${a.merchant}`, `/${a.merchant}/content`])
      expect((await kontor.get(key, `/v1/psp/audittrail${path}`)).status).toBe(403)
    const { body } = await paid(key)
    await until(
      () => items(`transaction=${body.id}`),
      (found) => found.length > 1,
    )
    const b = await kontor.make.merchant()
    const ofB = await kontor.make.apiKey(b.merchant)
    expect(await items(`transaction=${body.id}`, ofB, 'audittrail')).toEqual([])
    expect((await kontor.get(ofB, `/v1/audittrail/count?transaction=${body.id}`)).body).toEqual({ count: 0 })
  })

  it('needs the role, and staff with it alone see all', async () => {
    const lister = await kontor.make.cookie({ roles: ['PSP_AUDITTRAIL_LIST'] })
    expect((await kontor.get(lister, '/v1/psp/audittrail')).status).toBe(200)
    const other = await kontor.make.cookie({ roles: ['PSP_MERCHANT_LIST'] })
    expect((await kontor.get(other, '/v1/psp/audittrail')).status).toBe(403)
    const ofMerchant = await kontor.make.apiKey(a.merchant, ['AUDITTRAIL_LIST'])
    expect((await kontor.get(ofMerchant, '/v1/audittrail')).status).toBe(200)
    const without = await kontor.make.apiKey(a.merchant, ['TRANSACTION_LIST'])
    expect((await kontor.get(without, '/v1/audittrail')).status).toBe(403)
  })

  it('leaves an item of its own', async () => {
    const { id } = (await items('type=request'))[0]
    await contentOf(id)
    await until(
      () => items('route=GET /v1/psp/audittrail/:id/content'),
      (found) => found.some(({ url }) => url.includes(id)),
    )
  })

  it('shows a merchant no calls of the provider’s staff, and no bodies of processors', async () => {
    await kontor.get(provider, `/v1/transaction?merchant=${a.merchant}&_limit=3`)
    const [ofStaff] = await until(
      () => items(`route=GET /v1/transaction&merchant=${a.merchant}`),
      (found) => found.some(({ psp }) => psp),
    )
    expect(ofStaff).toMatchObject({ psp: true, merchant: a.merchant })
    const key = await kontor.make.apiKey(a.merchant)
    const own = await items('', key, 'audittrail')
    expect(own.map(({ id }) => id)).not.toContain(ofStaff.id)
    const call = own.find(({ type }) => type === 'processor_call')
    expect((await contentOf(call.id, key, 'audittrail')).state).toBe('not_shown')
    expect((await contentOf(call.id)).state).toBe('kept')
  })
})

it('of an answer that is too long to be kept whole, the beginning is kept, as of a list', async () => {
  const key = await kontor.make.apiKey(a.merchant)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const query = `period=day&created_at>=${day(700)}&created_at<=${day(0)}`
  const { status, body } = await kontor.get(key, `/v1/transaction/aggregate?${query}`)
  expect([status, JSON.stringify(body).length > 65_536]).toEqual([200, true])
  const [call] = await until(
    () => items('route=GET /v1/transaction/aggregate'),
    (found) => found.length > 0,
  )
  const kept: string = (await contentOf(call.id)).response.body
  expect(kept.length).toBeLessThan(8_000)
  expect(kept).toMatch(/… \d+ more/)
  expect(call.response_bytes).toBeGreaterThan(65_536)
})

describe('a refused call', () => {
  it('23: is an item with its refusal, and with a mask in the place of a card number', async () => {
    const key = await kontor.make.apiKey(a.merchant)
    const { status, body } = await paid(key, { merchant_reference: '4111 1111 1111 1111' })
    expect(status).toBe(400)
    const [item] = await until(
      () => items(`id=${body.request_id}`),
      (found) => found.length > 0,
    )
    expect(item).toMatchObject({
      response_code: 400,
      refusal: 'invalid_request',
      authentication: 'api',
      transaction: null,
    })
    expect(JSON.parse((await contentOf(item.id)).request.body).merchant_reference).toBe('411111••••••1111')
  })

  it('is grouped with others of its route, code and refusal', async () => {
    const key = await kontor.make.apiKey(a.merchant)
    for (let at = 0; at < 3; at++) await kontor.post(key, '/v1/plan', { nonsense: at })
    const failures = async (who: string, path: string) => (await kontor.get(who, `/v1/${path}/failure`)).body
    const ofPlans = async (who: string, path: string) =>
      (await failures(who, path)).find(({ route }: AnyAnswer) => route === 'POST /v1/plan')
    const group = { response_code: 400, refusal: 'invalid_request', count: 3, before: 0, type: 'request' }
    expect(
      await until(
        () => ofPlans(provider, 'psp/audittrail'),
        (found) => found?.count === 3,
      ),
    ).toMatchObject(group)
    expect(await ofPlans(key, 'audittrail')).toMatchObject(group)
    const b = await kontor.make.merchant()
    // The provider's own narrow themselves to a merchant, as its list does.
    const ofMerchant = async (merchant: string) =>
      (await kontor.get(provider, `/v1/psp/audittrail/failure?merchant=${merchant}`)).body
    expect((await ofMerchant(a.merchant)).map(({ route }: AnyAnswer) => route)).toContain('POST /v1/plan')
    expect(await ofMerchant(b.merchant)).toEqual([])
    expect(await failures(await kontor.make.apiKey(b.merchant), 'audittrail')).toEqual([])
    expect((await kontor.get(key, '/v1/psp/audittrail/failure')).status).toBe(403)
  })

  it('is no failure of a read whose caller did not wait, and one of a command', async () => {
    const { merchant } = await kontor.make.merchant()
    for (const [route, type] of [
      ['GET /v1/transaction', 'request'],
      ['POST /v1/tag', 'request'],
      ['GET /payments', 'processor_call'],
    ] as const)
      await kontor.make.auditTrailItem(merchant, { route, type, response_code: 0 })
    const { body } = await kontor.get(await kontor.make.apiKey(merchant), '/v1/audittrail/failure')
    expect(body.map(({ route, gap }: AnyAnswer) => [route, gap]).sort()).toEqual([
      ['GET /payments', null],
      ['POST /v1/tag', null],
    ])
  })

  it('of many by nobody is counted after the first of a minute', async () => {
    for (let at = 0; at < 200; at++) await kontor.get('kontor_unknown', '/v1/refund')
    const found = await until(
      () => items('route=GET /v1/refund&authentication=none'),
      (rows) => rows.length >= 50,
    )
    // A minute may end meanwhile.
    expect(found.length).toBeLessThanOrEqual(2 * 60)
    const [mark] = await until(
      () => items('type=gap'),
      (marks) => marks.length > 0,
    )
    expect(mark).toMatchObject({ gap: 'flood', response_code: 0 })
    // The others are in the mark of the next minute.
    expect(mark.missing).toBeGreaterThan(0)
  })
})

describe('what is missing', () => {
  it('is a gap for a command whose item was lost', async () => {
    const key = await kontor.make.apiKey(a.merchant)
    await kontor.post(key, '/v1/tag', { organisation: a.merchant, text: 'kept', color: '#123456' })
    await written()
    const lost = newId(new Date())
    const intent = {
      merchant_id: a.merchant,
      id: lost.id,
      route: 'POST /v1/tag',
      authentication: 'api',
      actor_name: 'till',
    }
    await kontor.databases.provider
      .insertInto('audit_trail_intent')
      .values({ ...intent, psp: false })
      .execute()
    await findGaps(kontor.databases.provider, 0)
    expect(await items(`id=${lost.id}`)).toMatchObject([
      { response_code: 0, gap: 'no_answer', route: 'POST /v1/tag', user_name: 'till', merchant: a.merchant },
    ])
    expect(await intents()).toBe(0)
  })

  it('is no gap for a command of staff that is of no merchant, nor for one that is refused because it names one', async () => {
    const place = `/v1/psp/merchant/${a.merchant}/activate`
    expect((await kontor.post(provider, place)).status).toBe(200)
    expect((await kontor.post(provider, `${place}?merchant=${a.merchant}`)).body.details).toEqual({
      'query.merchant': 'unknown',
    })
    await written()
    await findGaps(kontor.databases.provider, 0)
    expect((await items('type=gap')).filter(({ gap }) => gap === 'no_answer')).toEqual([])
  })

  it('is a mark for a process that ended without a word', async () => {
    const seen_at = new Date(Date.now() - 300_000)
    const process = { id: newId(seen_at).id, seen_at: seen_at.toISOString() }
    await kontor.databases.provider.insertInto('audit_trail_process').values(process).execute()
    await findGaps(kontor.databases.provider, 0)
    const marks = (await items('type=gap')).filter(({ gap }) => gap === 'crash')
    expect(marks).toMatchObject([{ created_at: seen_at.toISOString(), psp: false }])
  })

  it('is not what is forgotten in its time: items after thirteen months, contents after thirty days', async () => {
    const old = await kontor.make.auditTrailItem(a.merchant, {
      created_at: new Date(Date.now() - 500 * 86_400_000),
      content: { request_headers: [], request_body: '1', response_headers: [], response_body: null },
    })
    const older = await kontor.make.auditTrailItem(a.merchant, {
      created_at: new Date(Date.now() - 40 * 86_400_000),
      content: { request_headers: [], request_body: '1', response_headers: [], response_body: null },
    })
    expect((await contentOf(older)).state).toBe('kept')
    const before = await items('type=processor_call')
    await forgetAll()
    expect(await items(`id=${old}`)).toEqual([])
    expect((await contentOf(older)).state).toBe('forgotten')
    expect((await items('type=processor_call')).length).toBe(before.length)
  })

  it('cannot be made by changing or removing an item', async () => {
    const owner = new pg.Client(kontor.database.adminUrl)
    await owner.connect()
    for (const statement of ['update audit_trail_item set route = route', 'delete from audit_trail_content'])
      await expect(owner.query(statement)).rejects.toThrow('written once')
    await owner.end()
  })
})
