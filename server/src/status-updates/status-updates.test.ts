import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let owner: pg.Client
let boss: string
let shop: MadeMerchant
let user: string

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  boss = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'] })
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await owner.query(
    `update payment_profile set webhook_transaction_update = 'http://127.0.0.1:9/hook' where merchant_id = $1`,
    [shop.merchant],
  )
})
afterEach(async () => {
  const { provider } = kontor.databases
  for (const wrong of [wrongSums, wrongSteps, wrongReserves, wrongAttempts])
    expect(await wrong(provider, shop.merchant)).toEqual([])
})

const reason = 'The processor confirmed this by mail'
const say = (item: string, from_status: string, to_status: string, more: object = {}, who = boss) =>
  kontor.post(who, '/v1/psp/statusupdate', { item, from_status, to_status, reason, tell: true, ...more })
const found = (item: string, who = boss) => kontor.get(who, `/v1/psp/statusupdate/item/${item}`)
const effects = async (item: string, to_status: string, tell = true) =>
  kontor.get(boss, `/v1/psp/statusupdate/item/${item}/effects?to_status=${to_status}&tell=${tell}`)
const payment = async (id: string) => (await kontor.get(user, `/v1/transaction/${id}`)).body
const webhooksOf = async (id: string) =>
  (await owner.query('select status from webhook where item_id = $1 order by seq', [id])).rows.map(
    ({ status }) => status,
  )
const codes = (replies: { status: number; body: { code?: string } }[]) =>
  replies.map(({ status, body }) => body.code ?? status).sort()

describe('a status that a person gives', () => {
  it('to an authorized payment takes its whole amount, and its trail says who and that it was by hand', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED', amount: 4_000 })
    const reply = await say(id, 'AUTHORIZED', 'SETTLEMENT_REQUESTED', { external_reference: 'TICKET-7' })
    expect([reply.status, reply.body]).toMatchObject([
      201,
      {
        ...{ kind: 'transaction', item: id, transaction: id, from_status: 'AUTHORIZED', told: true, reason },
        ...{ to_status: 'SETTLEMENT_REQUESTED', external_reference: 'TICKET-7', merchant: shop.merchant },
      },
    ])
    expect(await payment(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
    const { body: events } = await kontor.get(boss, `/v1/transaction/${id}/events`)
    const by = { actor_kind: 'user', actor_name: reply.body.created_by }
    expect(events).toContainEqual(expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', ...by }))
    expect((await kontor.get(boss, `/v1/psp/statusupdate?item=${id}`)).body).toMatchObject([{ id: reply.body.id }])
    expect(await webhooksOf(id)).toEqual(['SETTLEMENT_REQUESTED'])
  })

  it('is not told to the merchant by name or reason', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    const { body } = await say(id, 'AUTHORIZED', 'AUTHORIZATION_VOIDED')
    const seen = JSON.stringify((await kontor.get(user, `/v1/transaction/${id}/events`)).body)
    for (const hidden of [reason, body.created_by]) expect(seen).not.toContain(hidden)
    expect(await payment(id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED', status_reason: 'by_hand' })
  })

  it('is kept from the merchant’s webhook when the person says so', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    expect((await say(id, 'AUTHORIZED', 'SETTLEMENT_REQUESTED', { tell: false })).body.told).toBe(false)
    await say(id, 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
    expect(await webhooksOf(id)).toEqual(['SETTLEMENT_COMPLETED'])
  })

  it('to a taken payment that failed after all leaves nothing to refund, and no older success brings it back', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    expect((await say(id, 'SETTLEMENT_REQUESTED', 'FAILED')).status).toBe(201)
    const refused = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 1 })
    expect(refused.body.code).toBe('transaction_not_refundable')
    const { rows } = await owner.query('select undone_at from transaction where id = $1', [id])
    expect(rows[0].undone_at).not.toBeNull()
  })

  it('to a refund and a chargeback moves what belongs to them', async () => {
    const { id, created_at } = await kontor.make.transaction(shop)
    const refund = await kontor.make.refund(shop, { id, created_at }, { amount: 700, status: 'UNKNOWN' })
    expect((await payment(id)).refunded_amount).toBe(700)
    expect((await say(refund.id, 'UNKNOWN', 'FAILED')).status).toBe(201)
    expect((await payment(id)).refunded_amount).toBe(0)
    const chargeback = await kontor.make.chargeback(shop, { id, created_at }, { status: 'IN_DISPUTE' })
    const item = chargeback.id
    expect((await say(item, 'IN_DISPUTE', 'WON')).body).toMatchObject({ kind: 'chargeback', transaction: id })
    expect((await kontor.get(user, `/v1/chargeback/${item}`)).body.status).toBe('WON')
  })

  it('counts once, however many say something at once', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    const all = await Promise.all([
      say(id, 'AUTHORIZED', 'SETTLEMENT_REQUESTED'),
      say(id, 'AUTHORIZED', 'AUTHORIZATION_VOIDED'),
      say(id, 'AUTHORIZED', 'CANCELLED'),
    ])
    expect(codes(all)).toEqual([201, 'status_overtaken', 'status_overtaken'])
    expect((await kontor.get(boss, `/v1/psp/statusupdate?item=${id}`)).body).toHaveLength(1)
  })
})

describe('a status is refused', () => {
  it('that cannot follow, or that nobody can know by hand', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    for (const to of ['SETTLEMENT_COMPLETED', 'PENDING', 'PROCESSED', 'AUTHORIZED']) {
      const { status, body } = await say(id, 'AUTHORIZED', to)
      expect([to, status, body.code]).toEqual([to, 409, 'status_not_possible'])
    }
    const { id: over } = await kontor.make.transaction(shop)
    expect((await found(over)).body.next).toEqual([])
    const { id: check } = await kontor.make.transaction(shop, { status: 'AUTHORIZED', amount: 0 })
    expect((await found(check)).body.next).toEqual(['AUTHORIZATION_VOIDED', 'CANCELLED'])
  })

  it('while an order to the processor is under way, also a parked one, which has a desk of its own', async () => {
    const paid = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    await kontor.make.stuckOperation(shop, { transaction: paid, operation: 'capture' })
    expect((await say(paid.id, 'AUTHORIZED', 'AUTHORIZATION_VOIDED')).body.code).toBe('operation_in_progress')
    const open = await kontor.make.transaction(shop, { status: 'UNKNOWN' })
    await kontor.make.stuckOperation(shop, { transaction: open })
    expect((await say(open.id, 'UNKNOWN', 'FAILED')).body.code).toBe('operation_in_progress')
    expect(await webhooksOf(paid.id)).toEqual([])
  })

  it('while a report of the processor waits for a person', async () => {
    const paid = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    await kontor.make.contradiction(shop, paid)
    expect((await say(paid.id, 'AUTHORIZED', 'CANCELLED')).body.code).toBe('contradiction_open')
  })

  it('that would leave refunds without a payment', async () => {
    const paid = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    await kontor.make.refund(shop, paid, { amount: 700, status: 'PROCESSED' })
    const { body } = await say(paid.id, 'SETTLEMENT_REQUESTED', 'FAILED')
    expect([body.code, body.details]).toEqual(['payment_has_refunds', { refunded: 700 }])
  })

  it.each([
    [{ reason: 'too short' }, 'body.reason'],
    [{ reason: 'card 4111 1111 1111 1111' }, 'body.reason'],
    [{ external_reference: '4111111111111111' }, 'body.external_reference'],
    [{ to_status: 'PAID' }, 'body.to_status'],
    [{ item: 'x' }, 'body.item'],
  ])('with %j', async (more, field) => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    const { status, body } = await say(id, 'AUTHORIZED', 'CANCELLED', more)
    expect([status, Object.keys(body.details)]).toEqual([400, [field]])
  })

  it('to everybody but super users, and of what there is not', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    for (const who of [
      user,
      await kontor.make.cookie({ roles: ['PSP_ALL'] }),
      await kontor.make.apiKey(shop.merchant),
    ]) {
      expect((await say(id, 'AUTHORIZED', 'CANCELLED', {}, who)).status).toBe(403)
      expect((await found(id, who)).status).toBe(403)
    }
    const alone = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
    expect((await found('01900000-0000-7000-8000-000000000000', alone)).status).toBe(404)
    expect((await say(id, 'AUTHORIZED', 'CANCELLED', {}, alone)).status).toBe(201)
  })
})

describe('the effects of a status', () => {
  it('are those that it has, and looking at them changes nothing', async () => {
    const link = await kontor.make.paymentLink(shop)
    const { id } = await kontor.make.transaction(shop, {
      status: 'SETTLEMENT_REQUESTED',
      payment_link: link,
      amount: 900,
    })
    const { status, body } = await effects(id, 'FAILED')
    expect([status, body]).toMatchObject([
      200,
      { currency_code: 'EUR', refundable_before: 900, refundable_after: 0, webhooks: 1, cycle: null },
    ])
    expect(body.link).toMatchObject({ uses_before: 1 })
    expect((await effects(id, 'FAILED', false)).body.webhooks).toBe(0)
    expect((await payment(id)).status).toBe('SETTLEMENT_REQUESTED')
    expect(await webhooksOf(id)).toEqual([])
    expect((await kontor.get(boss, `/v1/psp/statusupdate?item=${id}`)).body).toEqual([])
    await say(id, 'SETTLEMENT_REQUESTED', 'FAILED')
    expect(await webhooksOf(id)).toEqual(['FAILED'])
  })

  it('are refused as the change itself is', async () => {
    const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    expect((await effects(id, 'SETTLEMENT_COMPLETED')).body.code).toBe('status_not_possible')
    expect(
      (
        await until(
          () => payment(id),
          ({ status }) => status === 'AUTHORIZED',
        )
      ).status,
    ).toBe('AUTHORIZED')
  })
})
