import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let owner: pg.Client
let ada: string
let bob: string
let shop: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  ada = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'] })
  bob = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'] })
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
})

const large = 50_001
const reason = 'The processor confirmed this by mail'
const say = (item: string, from_status: string, to_status: string, who = ada, more: object = {}) =>
  kontor.post(who, '/v1/psp/statusupdate', { item, from_status, to_status, reason, tell: true, ...more })
const approve = (id: string, who = bob) => kontor.post(who, `/v1/psp/statusupdate/${id}/approve`, {})
const reject = (id: string, who = bob, why = 'The processor says otherwise') =>
  kontor.post(who, `/v1/psp/statusupdate/${id}/reject`, { reason: why })
const update = async (id: string) => (await kontor.get(ada, `/v1/psp/statusupdate/${id}`)).body
const statusOf = async (id: string) => (await kontor.get(ada, `/v1/transaction/${id}`)).body.status
const authorized = (amount = large) => kontor.make.transaction(shop, { status: 'AUTHORIZED', amount })
/** A change of a large payment that waits for a second person. */
async function waiting(to_status = 'SETTLEMENT_REQUESTED') {
  const { id } = await authorized()
  const { body } = await say(id, 'AUTHORIZED', to_status)
  return { payment: id, update: String(body.id) }
}

describe('a status of much money', () => {
  it('waits for a second person, and changes nothing until then', async () => {
    const { id } = await authorized()
    const { status, body } = await say(id, 'AUTHORIZED', 'SETTLEMENT_REQUESTED')
    expect([status, body]).toMatchObject([201, { status: 'OPEN', amount: large, currency_code: 'EUR' }])
    expect(await statusOf(id)).toBe('AUTHORIZED')
    expect((await kontor.get(bob, '/v1/psp/statusupdate?status=OPEN')).body).toContainEqual(
      expect.objectContaining({ id: body.id, reason, created_by: body.created_by, approved_by: null }),
    )
    const { body: found } = await kontor.get(bob, `/v1/psp/statusupdate/item/${id}`)
    expect(found.open_update).toBe(body.id)
  })

  it('up to 500 units of its currency needs none', async () => {
    for (const [amount, currency, waits] of [
      [50_000, 'EUR', false],
      [500, 'JPY', false],
      [501, 'JPY', true],
    ] as const) {
      shop = await kontor.make.merchant({ currency_code: currency })
      const { id } = await authorized(amount)
      const { body } = await kontor.get(
        ada,
        `/v1/psp/statusupdate/item/${id}/effects?to_status=CANCELLED&from_status=AUTHORIZED`,
      )
      expect([currency, amount, body.needs_another]).toEqual([currency, amount, waits])
      expect((await say(id, 'AUTHORIZED', 'CANCELLED')).body.status).toBe(waits ? 'OPEN' : 'DONE')
    }
  })

  it('is that of a refund or a chargeback by its own amount', async () => {
    const paid = await kontor.make.transaction(shop, { amount: 200_000 })
    const small = await kontor.make.refund(shop, paid, { amount: 700, status: 'UNKNOWN' })
    expect((await say(small.id, 'UNKNOWN', 'FAILED')).body).toMatchObject({ status: 'DONE', amount: 700 })
    const big = await kontor.make.refund(shop, paid, { amount: large, status: 'UNKNOWN' })
    expect((await say(big.id, 'UNKNOWN', 'FAILED')).body).toMatchObject({ status: 'OPEN', amount: large })
    const chargeback = await kontor.make.chargeback(shop, paid, { status: 'IN_DISPUTE', amount: large })
    const { body } = await say(chargeback.id, 'IN_DISPUTE', 'WON')
    expect(body.status).toBe('OPEN')
    expect((await approve(body.id)).body.status).toBe('DONE')
    expect((await kontor.get(ada, `/v1/chargeback/${chargeback.id}`)).body.status).toBe('WON')
  })

  it('waits alone, and is not asked for when it would be refused', async () => {
    const { payment } = await waiting()
    expect((await say(payment, 'AUTHORIZED', 'CANCELLED', bob)).body.code).toBe('status_update_open')
    const paid = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED', amount: large })
    await kontor.make.refund(shop, paid, { amount: 700, status: 'PROCESSED' })
    expect((await say(paid.id, 'SETTLEMENT_REQUESTED', 'FAILED')).body.code).toBe('payment_has_refunds')
  })
})

describe('the second person', () => {
  it('has it carried out, by the name of both', async () => {
    const { payment, update: id } = await waiting()
    const { status, body } = await approve(id)
    expect([status, body.status]).toEqual([200, 'DONE'])
    expect(body.approved_by).not.toBe(body.created_by)
    expect(await statusOf(payment)).toBe('SETTLEMENT_REQUESTED')
    const { body: events } = await kontor.get(ada, `/v1/transaction/${payment}/events`)
    const by = { actor_kind: 'user', actor_name: body.approved_by }
    expect(events).toContainEqual(expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', ...by }))
  })

  it('is not the one who asked, nor somebody without the right, nor a stolen session', async () => {
    const { payment, update: id } = await waiting()
    expect((await approve(id, ada)).body.code).toBe('same_person')
    const other = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    for (const refused of [await approve(id, other), await reject(id, other)]) expect(refused.status).toBe(403)
    const stale = await kontor.make.cookie({ roles: ['PSP_SUPER'], factor_at: null })
    expect((await approve(id, stale)).body.code).toBe('fresh_factor_needed')
    expect(await statusOf(payment)).toBe('AUTHORIZED')
    const written = owner.query(
      `update status_update set status = 'DONE', approved_by = 'x', approved_by_id = created_by_id where id = $1`,
      [id],
    )
    await expect(written).rejects.toMatchObject({ constraint: 'status_update_two_persons' })
  })

  it('counts once, of two at once, and so does one of two who disagree', async () => {
    const cleo = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
    const { payment, update: id } = await waiting()
    const both = await Promise.all([approve(id), approve(id, cleo)])
    expect(both.map(({ body }) => body.code ?? body.status).sort()).toEqual(['DONE', 'status_update_over'])
    const { rows } = await owner.query(
      `select from transaction_event where transaction_id = $1 and to_status = 'SETTLEMENT_REQUESTED'`,
      [payment],
    )
    expect(rows).toHaveLength(1)
    const apart = await waiting()
    const answers = await Promise.all([approve(apart.update), reject(apart.update, cleo)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is refused when the status has changed meanwhile, and that is the end of it', async () => {
    const { payment, update: id } = await waiting()
    await owner.query(`update transaction set status = 'AUTHORIZATION_VOIDED' where id = $1`, [payment])
    const seen = `/v1/psp/statusupdate/item/${payment}/effects?to_status=SETTLEMENT_REQUESTED&from_status=AUTHORIZED`
    expect((await kontor.get(bob, seen)).body.code).toBe('status_overtaken')
    const refused = await approve(id)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      ...[409, 'status_overtaken'],
      { status: 'AUTHORIZATION_VOIDED' },
    ])
    expect(await update(id)).toMatchObject({ status: 'OVERTAKEN', approved_by: null })
    expect((await approve(id)).body.code).toBe('status_update_over')
    expect(await statusOf(payment)).toBe('AUTHORIZATION_VOIDED')
  })

  it('keeps it waiting while an order to the processor is under way', async () => {
    const { payment, update: id } = await waiting('AUTHORIZATION_VOIDED')
    const transaction = {
      id: payment,
      created_at: (await kontor.get(ada, `/v1/transaction/${payment}`)).body.created_at,
    }
    await kontor.make.stuckOperation(shop, { transaction, operation: 'capture' })
    expect((await approve(id)).body.code).toBe('operation_in_progress')
    expect((await update(id)).status).toBe('OPEN')
  })

  it('rejects it with a reason, and another change may be asked for', async () => {
    const { payment, update: id } = await waiting()
    expect((await reject(id, bob, 'too short')).status).toBe(400)
    const { status, body } = await reject(id)
    expect([status, body]).toMatchObject([
      200,
      { status: 'REJECTED', rejection_reason: 'The processor says otherwise', approved_by: null },
    ])
    expect(body.rejected_by).not.toBe(body.created_by)
    for (const late of [await reject(id), await approve(id)]) expect(late.body.code).toBe('status_update_over')
    expect(await statusOf(payment)).toBe('AUTHORIZED')
    const again = await say(payment, 'AUTHORIZED', 'CANCELLED')
    // Whoever asked takes it back in the same way.
    expect((await reject(again.body.id, ada)).body).toMatchObject({ status: 'REJECTED' })
  })

  it('cannot change what was asked for', async () => {
    const { update: id } = await waiting()
    for (const values of [`to_status = 'CANCELLED'`, `reason = 'Something else'`, 'told = false', 'amount = 1'])
      await expect(owner.query(`update status_update set ${values} where id = $1`, [id])).rejects.toThrow(
        /written once/,
      )
  })
})
