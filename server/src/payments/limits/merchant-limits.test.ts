import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let owner: pg.Client
let staff: string
let shop: MadeMerchant
let user: string

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})

/** At every moment the row of a day is the sum of its payments that have not come to nothing. */
afterEach(async () => {
  const { rows } = await owner.query(
    `select v.amount::text, (select coalesce(sum(t.amount), 0) from transaction t where t.merchant_id = v.merchant_id
        and t.currency_code = v.currency_code and t.created_at >= v.starts_at and t.created_at < v.ends_at
        and t.status not in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED')
        and t.processor_id_external is distinct from 'prior_' || t.id)::text as sum
      from merchant_volume v where v.merchant_id = $1`,
    [shop.merchant],
  )
  for (const { amount, sum } of rows) expect(amount).toBe(sum)
})

const none = { largest_payment: null, daily_volume: null, largest_refund: null, refund_days: null }
const at = (part: 'limits' | 'capturing' | 'configuration', merchant = shop.merchant) =>
  `/v1/psp/merchant/${merchant}/${part}`
const limit = (limits: Partial<typeof none> | Record<string, number>, who = staff) =>
  kontor.post(who, at('limits'), { ...none, ...limits, reason: 'Agreed with the merchant' })
const capturing = (given: object, who = staff) =>
  kontor.post(who, at('capturing'), {
    ...{ partial_capture: true, capture_after_days: null, release_after_days: null, reason: 'Agreed by mail' },
    ...given,
  })
const pay = (amount: number, more: object = {}) =>
  kontor.post(user, '/v1/transaction', {
    ...{ payment_profile: shop.profile, amount, payment_product: 'card', card_token: 'test_visa' },
    ...{ merchant_reference: 'Order 1', ...more },
  })
const configuration = async () => (await kontor.get(staff, at('configuration'))).body
const today = async () => (await configuration()).volume_today
const euros = (amount: number) => [{ currency_code: 'EUR', amount }]
const codes = (replies: { status: number; body: { code?: string } }[]) =>
  replies.map(({ status, body }) => body.code ?? status).sort()

describe('the configuration of a merchant', () => {
  it('has no limits until somebody sets them, and then those that were set, each section by itself', async () => {
    const fresh = { ...none, partial_capture: true, capture_after_days: null, release_after_days: null }
    expect(await configuration()).toMatchObject({
      ...fresh,
      ...{ base_currency: 'EUR', volume_today: [], configuration_reason: null },
    })
    await capturing({ partial_capture: false, capture_after_days: 2, release_after_days: 6 })
    const set = { largest_payment: 90_000, daily_volume: 500_000, largest_refund: 40_000, refund_days: 60 }
    expect((await limit(set)).body).toMatchObject({ ...set, partial_capture: false, release_after_days: 6 })
  })

  it('is kept in the history of the merchant, with who and why', async () => {
    await limit({ refund_days: 14 })
    const { body } = await kontor.get(staff, `/v1/psp/merchant/${shop.merchant}/history`)
    expect(body.currency_code).toBe('EUR')
    expect(body.changes[0]).toMatchObject({ command: 'set-merchant-limits', actor_kind: 'user' })
    expect(body.changes[0].fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'refund_days', before: null, after: 14 }),
        expect.objectContaining({ field: 'configuration_reason', after: 'Agreed with the merchant' }),
      ]),
    )
  })

  it.each([
    ['limits', { ...none, daily_volume: 0, reason: 'x' }, 'body.daily_volume'],
    ['limits', { ...none, refund_days: 4_000, reason: 'x' }, 'body.refund_days'],
    ['limits', { ...none, reason: ' ' }, 'body.reason'],
    ['limits', { ...none, reason: 'card 4111 1111 1111 1111' }, 'body.reason'],
    [
      'capturing',
      { partial_capture: true, capture_after_days: 5, release_after_days: 5, reason: 'x' },
      'body.release_after_days',
    ],
  ] as const)('refuses %s that are impossible: %j', async (part, body, field) => {
    const reply = await kontor.post(staff, at(part), body)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.details)).toContain(field)
  })

  it('is the provider’s to see and set, for PSP_ALL alone', async () => {
    for (const role of ['PSP_MERCHANT_ALL', 'PSP_SUPER'] as const) {
      const other = await kontor.make.cookie({ roles: [role] })
      expect((await kontor.get(other, at('configuration'))).status).toBe(403)
      expect((await limit({}, other)).status).toBe(403)
      expect((await capturing({}, other)).status).toBe(403)
    }
    for (const own of [user, await kontor.make.apiKey(shop.merchant)]) {
      expect((await kontor.get(own, at('configuration'))).status).toBe(403)
      expect((await limit({}, own)).status).toBe(403)
    }
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect((await kontor.get(staff, at('configuration', nobody))).status).toBe(404)
    expect((await kontor.post(staff, at('limits', nobody), { ...none, reason: 'x' })).status).toBe(404)
  })
})

describe('the volume of a day', () => {
  it('takes payments up to the limit, and refuses the next one with the limit', async () => {
    await limit({ daily_volume: 10_000 })
    expect((await pay(6_000)).status).toBe(201)
    const { status, body } = await pay(4_001)
    expect([status, body.code, body.details]).toEqual([
      409,
      'daily_volume_exceeded',
      { daily_volume: 10_000, currency_code: 'EUR' },
    ])
    expect((await pay(4_000)).status).toBe(201)
    expect(await today()).toEqual(euros(10_000))
  })

  it('is not exceeded by payments at the same moment', async () => {
    await limit({ daily_volume: 10_000 })
    const all = await Promise.all(Array.from({ length: 8 }, () => pay(3_000)))
    expect(codes(all)).toEqual([201, 201, 201, ...Array(5).fill('daily_volume_exceeded')])
    expect(await today()).toEqual(euros(9_000))
  })

  it('counts what was paid earlier on the day, also before there was a limit or while there was none', async () => {
    await pay(7_000)
    await limit({ daily_volume: 10_000 })
    expect((await pay(3_001)).body.code).toBe('daily_volume_exceeded')
    await limit({})
    await pay(2_000)
    await limit({ daily_volume: 10_000 })
    expect((await pay(1_001)).body.code).toBe('daily_volume_exceeded')
    expect((await pay(1_000)).status).toBe(201)
  })

  it('refuses what is over it without waiting for, or holding up, payments that end', async () => {
    await limit({ daily_volume: 1_000 })
    expect((await pay(1_000)).status).toBe(201)
    await until(
      async () =>
        (
          await owner.query(`select 1 from transaction where merchant_id = $1 and status = 'INITIATED'`, [
            shop.merchant,
          ])
        ).rows,
      (rows) => rows.length === 0,
    )
    await owner.query('begin')
    try {
      await owner.query(`select pg_advisory_xact_lock_shared(hashtext('kontor.volume'), hashtext($1))`, [shop.merchant])
      expect((await pay(1)).body.code).toBe('daily_volume_exceeded')
    } finally {
      await owner.query('rollback')
    }
  })

  it('never counts payments from before, whether they were imported before or after its first payment', async () => {
    await limit({ daily_volume: 10_000 })
    const fromBefore = () => kontor.make.transaction(shop, { amount: 9_000, status: 'AUTHORIZED' })
    await fromBefore()
    expect((await pay(2_000)).status).toBe(201)
    expect(await today()).toEqual(euros(2_000))
    const { id } = await fromBefore()
    await kontor.post(user, `/v1/transaction/${id}/void`)
    await until(
      async () => (await kontor.get(user, `/v1/transaction/${id}`)).body.status,
      (status) => status === 'AUTHORIZATION_VOIDED',
    )
    expect(await today()).toEqual(euros(2_000))
    expect((await pay(8_000)).status).toBe(201)
  })

  it('gets back what is declined or released, and keeps what is refunded', async () => {
    await limit({ daily_volume: 10_000 })
    const { body: declined } = await pay(9_000, { card_token: 'test_declined_do_not_honor' })
    await until(today, (volume) => volume[0]?.amount === 0)
    expect((await kontor.get(user, `/v1/transaction/${declined.id}`)).body.status).toBe('DECLINED')
    const { body: held } = await pay(8_000, { capture: false })
    expect(await today()).toEqual(euros(8_000))
    await kontor.post(user, `/v1/transaction/${held.id}/void`)
    await until(today, (volume) => volume[0]?.amount === 0)
    const { body: paid } = await pay(5_000)
    await kontor.post(user, `/v1/transaction/${paid.id}/refund`, { amount: 5_000 })
    expect(await today()).toEqual(euros(5_000))
  })

  it('is each currency’s by itself, and each merchant’s', async () => {
    await limit({ daily_volume: 10_000 })
    const dollars = await kontor.make.profile(shop.merchant, { currency_code: 'USD', processors: [shop.processor] })
    expect((await pay(10_000)).status).toBe(201)
    expect((await pay(10_000, { payment_profile: dollars })).status).toBe(201)
    expect(codes([await pay(1), await pay(1, { payment_profile: dollars })])).toEqual(
      Array(2).fill('daily_volume_exceeded'),
    )
    expect(await today()).toEqual([...euros(10_000), { currency_code: 'USD', amount: 10_000 }])
  })

  it('is the day of the merchant’s zone, and is added up anew in another one', async () => {
    await limit({ daily_volume: 10_000 })
    await pay(1_000)
    const days = async () =>
      (await owner.query('select starts_at, ends_at from merchant_volume where merchant_id = $1', [shop.merchant])).rows
    const hourOf = (at: Date, zone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
    for (const zone of ['Europe/Amsterdam', 'Asia/Kolkata', 'America/Sao_Paulo']) {
      await kontor.post(staff, `/v1/psp/merchant/${shop.merchant}`, { time_zone: zone })
      expect((await pay(10)).status).toBe(201)
      const [day, ...others] = await days()
      expect([hourOf(day.starts_at, zone), hourOf(day.ends_at, zone), others]).toEqual(['00:00', '00:00', []])
    }
  })

  it('is told to the merchant, and not to a payer on our page', async () => {
    await limit({ daily_volume: 100 })
    const order = { payment_profile: shop.profile, amount: 5_000, merchant_reference: 'Order 1' }
    const { body } = await kontor.post(user, '/v1/paymentlink', order)
    const paid = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa' }
    const refused = await kontor.post('', `/v1${new URL(body.url).pathname}/payments`, paid)
    expect([refused.status, refused.body.code, refused.body.details ?? {}]).toEqual([409, 'daily_volume_exceeded', {}])
    // The link can be paid later.
    expect((await kontor.get(user, `/v1/paymentlink/${body.id}`)).body).toMatchObject({ attempts: 0 })
  })
})

describe('the limits of refunds', () => {
  const refund = (id: string, amount: number) => kontor.post(user, `/v1/transaction/${id}/refund`, { amount })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

  it('refuse a refund that is larger, and say how large one may be', async () => {
    await limit({ largest_refund: 2_000 })
    const { id } = await kontor.make.transaction(shop)
    const { status, body } = await refund(id, 2_001)
    const details = { largest_refund: 2_000, currency_code: 'EUR' }
    expect([status, body.code, body.details]).toEqual([422, 'refund_too_large', details])
    expect((await refund(id, 2_000)).status).toBe(201)
  })

  it('refuse a refund that is later, for everybody who may refund', async () => {
    await limit({ refund_days: 14 })
    const late = await kontor.make.transaction(shop, { created_at: ago(14.01) })
    const intime = await kontor.make.transaction(shop, { created_at: ago(13.99) })
    const { status, body } = await refund(late.id, 100)
    expect([status, body.code, body.details.refund_days]).toEqual([409, 'refund_window_over', 14])
    const last = Date.parse(late.created_at) + 14 * 86_400_000
    expect(Date.parse(body.details.refundable_until)).toBe(last)
    expect((await kontor.post(staff, `/v1/transaction/${late.id}/refund`, { amount: 100 })).status).toBe(409)
    expect((await refund(intime.id, 100)).status).toBe(201)
  })
})

describe('a merchant that may not capture a part', () => {
  it('captures the whole, and is refused a part', async () => {
    await capturing({ partial_capture: false })
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED', amount: 5_000 })
    const { status, body } = await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 4_999 })
    expect([status, body.code]).toEqual([409, 'partial_capture_not_allowed'])
    expect((await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 })).status).toBe(200)
  })
})
