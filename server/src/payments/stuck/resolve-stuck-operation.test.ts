import type { Role } from '@kontor/contract/roles'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { credential, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { notifyOfPayment } from '../../../test/reports.ts'
import { migrationText } from '../../migration-files.ts'
import { newId } from '../../platform/db/ids.ts'

let kontor: TestApp
let owner: pg.Client
let shop: MadeMerchant
let staff: string
let user: string
const logged: string[] = []

beforeAll(async () => {
  kontor = await startTestApp({ logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } })
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
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const where = 'Back office, payments, 14:05'
const say = (id: string, seen: 'done' | 'not_done', more: object = {}, who = staff) =>
  kontor.post(who, `/v1/psp/stuckoperation/${id}/resolve`, { seen, seen_where: where, ...more })
const payment = async (id: string) => (await kontor.get(user, `/v1/transaction/${id}`)).body

/** A payment whose outcome nobody knows, and that no processor has acknowledged. */
async function parkedPayment(): Promise<string> {
  const paid = await kontor.make.transaction(shop, { status: 'UNKNOWN' })
  await owner.query('update transaction set processor_id_external = null where id = $1', [paid.id])
  return kontor.make.stuckOperation(shop, { transaction: paid })
}
/** An authorized payment with a capture or a void that is parked. */
async function parkedFollowUp(operation: 'capture' | 'void', more: object = {}) {
  const paid = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
  return { paid: paid.id, id: await kontor.make.stuckOperation(shop, { transaction: paid, operation, ...more }) }
}
async function parkedRefund() {
  const paid = await kontor.make.transaction(shop)
  const { id: refund } = await kontor.make.refund(shop, paid, { amount: 700, status: 'UNKNOWN' })
  await owner.query(
    `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, refund_id, attempts, uncertain,
      first_sent_at, overdue_at, parked_at, parked_why, next_attempt_at)
     values ($1, $2, 'processor.refund', $3, $4, $2, 4, true, now(), now(), now(), 'no_key', '9999-12-31')`,
    [shop.merchant, refund, paid.created_at, paid.id],
  )
  return { paid: paid.id, refund }
}

describe('what a person saw at the gateway', () => {
  it('makes a payment that was done one that is paid, with the gateway’s id of it', async () => {
    const id = await parkedPayment()
    const without = await say(id, 'done')
    expect([without.status, without.body.details]).toEqual([400, { 'body.processor_id_external': 'required' }])
    const { status, body } = await say(id, 'done', { processor_id_external: 'pay_77' })
    expect([status, body]).toMatchObject([200, { state: 'ENDED', seen: 'done', seen_where: where }])
    expect(await payment(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', processor_id_external: 'pay_77' })
    const events = (await kontor.get(staff, `/v1/transaction/${id}/events`)).body
    const resolved = { kind: 'resolved', from_status: 'authorize', to_status: 'done' }
    const person = { actor_kind: 'user', actor_name: body.seen_by }
    expect(events).toContainEqual(expect.objectContaining({ ...resolved, ...person, reason: where }))
    expect(events).toContainEqual(expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', ...person }))
  })

  it('and where, and who it was, is not told to the merchant: only that the provider settled it', async () => {
    const id = await parkedPayment()
    const { body } = await say(id, 'done', { processor_id_external: 'pay_78' })
    const events = (await kontor.get(user, `/v1/transaction/${id}/events`)).body
    const provider = { actor_kind: 'provider', actor_name: null, reason: null }
    expect(events).toContainEqual(expect.objectContaining({ kind: 'resolved', to_status: 'done', ...provider }))
    expect(events).toContainEqual(expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', ...provider }))
    for (const hidden of [where, body.seen_by]) expect(JSON.stringify(events)).not.toContain(hidden)
  })

  it('makes a payment that was not done one that failed', async () => {
    const id = await parkedPayment()
    expect((await say(id, 'not_done')).status).toBe(200)
    expect(await payment(id)).toMatchObject({ status: 'FAILED', status_reason: 'seen_not_done' })
  })

  it('settles a refund, and gives back to the payment what was not refunded', async () => {
    const [done, undone] = [await parkedRefund(), await parkedRefund()]
    expect((await say(done.refund, 'done')).status).toBe(200)
    expect((await say(undone.refund, 'not_done')).status).toBe(200)
    const refund = async (id: string) => (await kontor.get(user, `/v1/refund/${id}`)).body.status
    expect([await refund(done.refund), await refund(undone.refund)]).toEqual(['PROCESSED', 'FAILED'])
    expect((await payment(done.paid)).refunded_amount).toBe(700)
    expect((await payment(undone.paid)).refunded_amount).toBe(0)
  })

  it('settles a capture and a void, and lets the payment be captured after one that was not done', async () => {
    const [captured, voided, neither] = [
      await parkedFollowUp('capture'),
      await parkedFollowUp('void'),
      await parkedFollowUp('capture'),
    ]
    await say(captured.id, 'done')
    await say(voided.id, 'done')
    await say(neither.id, 'not_done')
    expect((await payment(captured.paid)).status).toBe('SETTLEMENT_REQUESTED')
    expect((await payment(voided.paid)).status).toBe('AUTHORIZATION_VOIDED')
    expect(await payment(neither.paid)).toMatchObject({ status: 'AUTHORIZED', status_reason: 'seen_not_done' })
    const open = await owner.query('select id from outbox where transaction_id = $1 and done_at is null', [
      neither.paid,
    ])
    expect(open.rows).toEqual([])
  })

  it('of a cancellation by our reference ends a void that is parked beside it', async () => {
    const transaction = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    await kontor.make.stuckOperation(shop, { transaction, ended: true })
    const beside = await kontor.make.stuckOperation(shop, { transaction, operation: 'void' })
    const payload = { of: transaction.id }
    const operation = 'cancel_reference' as const
    const id = await kontor.make.stuckOperation(shop, { transaction, operation, payload })
    expect((await say(id, 'done')).status).toBe(200)
    expect((await payment(transaction.id)).status).toBe('AUTHORIZATION_VOIDED')
    const { rows } = await owner.query('select done_at from outbox where id = $1', [beside])
    expect(rows).toEqual([{ done_at: expect.any(Date) }])
  })

  it('counts no more once the processor has said that it took the money', async () => {
    const byReport = await parkedPayment()
    expect(await notifyOfPayment(kontor, shop.merchant, byReport, 'SETTLEMENT_REQUESTED', { amount: 10_000 })).toBe(204)
    expect((await say(byReport, 'not_done')).body.code).toBe('operation_not_stuck')
    expect((await payment(byReport)).status).toBe('SETTLEMENT_REQUESTED')
  })

  it('ends the order of a payment that a version before left open when it was approved, and the payment stays as it was', async () => {
    const ended = async (id: string) =>
      (await owner.query('select done_at is not null as is_over from outbox where id = $1', [id])).rows[0].is_over
    for (const status of ['AUTHORIZED', 'SETTLEMENT_REQUESTED'] as const) {
      const transaction = await kontor.make.transaction(shop, { status })
      const id = await kontor.make.stuckOperation(shop, { transaction, parked_why: null })
      expect([(await say(id, 'done')).status, await ended(id)]).toEqual([200, true])
      expect((await payment(transaction.id)).status).toBe(status)
    }
    const held = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
    const ofHeld = await kontor.make.stuckOperation(shop, { transaction: held, parked_why: null })
    expect((await say(ofHeld, 'not_done')).body.code).toBe('operation_not_stuck')
    expect((await payment(held.id)).status).toBe('AUTHORIZED')
    const paid = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    const ofPaid = await kontor.make.stuckOperation(shop, { transaction: paid, parked_why: null })
    expect([(await say(ofPaid, 'not_done')).status, await ended(ofPaid)]).toEqual([200, true])
    expect((await payment(paid.id)).status).toBe('SETTLEMENT_REQUESTED')
    expect((await kontor.get(staff, `/v1/psp/contradiction?transaction=${paid.id}`)).body).toMatchObject([
      { kind: 'payment', state: 'OPEN', we_say: 'SETTLEMENT_REQUESTED', they_say: 'FAILED' },
    ])
  })

  it('is asked for no more about orders that a version before left open when they had taken their money', async () => {
    const paid = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    const taken = await kontor.make.stuckOperation(shop, { transaction: paid, parked_why: null })
    const captured = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    const capture = await kontor.make.stuckOperation(shop, {
      ...{ transaction: captured, operation: 'capture', parked_why: null },
    })
    await owner.query('update transaction set capture_id = $1 where id = $2', [capture, captured.id])
    const parked = await kontor.make.stuckOperation(shop, {
      transaction: await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' }),
    })
    const open = [await parkedPayment(), (await parkedFollowUp('capture', { parked_why: null })).id]
    await owner.query(await migrationText('0291-orders-that-took-their-money'))
    const ids = [taken, capture, parked, ...open]
    const { rows } = await owner.query(
      'select id, done_at is not null as is_over, overdue_at is null as is_off_the_desk from outbox where id = any($1)',
      [ids],
    )
    const of = (id: string) => rows.find((row) => row.id === id)
    for (const id of [taken, capture]) expect(of(id)).toMatchObject({ is_over: true, is_off_the_desk: true })
    // The desk shows what became of it.
    expect(of(parked)).toMatchObject({ is_over: true, is_off_the_desk: false })
    for (const id of open) expect(of(id)).toMatchObject({ is_over: false })
  })

  it('of a capture that the processor has confirmed is a contradiction, and the payment stays paid', async () => {
    const paid = await kontor.make.transaction(shop, { status: 'SETTLEMENT_REQUESTED' })
    const id = await kontor.make.stuckOperation(shop, { transaction: paid, operation: 'capture', parked_why: null })
    expect((await say(id, 'not_done')).status).toBe(200)
    expect((await payment(paid.id)).status).toBe('SETTLEMENT_REQUESTED')
    expect((await kontor.get(staff, `/v1/psp/contradiction?transaction=${paid.id}`)).body).toMatchObject([
      { kind: 'capture', state: 'OPEN', we_say: 'SETTLEMENT_REQUESTED', they_say: 'FAILED' },
    ])
  })

  it('against what the processor reported meanwhile is a contradiction, and is logged', async () => {
    const { id, paid } = await parkedFollowUp('capture')
    expect(await notifyOfPayment(kontor, shop.merchant, paid, 'AUTHORIZATION_VOIDED', { amount: 10_000 })).toBe(204)
    expect((await payment(paid)).status).toBe('AUTHORIZATION_VOIDED')
    logged.splice(0)
    expect((await say(id, 'done')).status).toBe(200)
    expect((await kontor.get(staff, `/v1/psp/contradiction?transaction=${paid}`)).body).toMatchObject([
      { kind: 'capture', state: 'OPEN', we_say: 'AUTHORIZATION_VOIDED', they_say: 'SETTLEMENT_REQUESTED' },
    ])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'capture', reference: id }])
  })

  it.each(['done', 'not_done'] as const)(
    'is refused as %s while a report that money was taken contradicts us',
    async (seen) => {
      const paid = await kontor.make.transaction(shop, { status: 'UNKNOWN', amount: 66_632 })
      const id = await kontor.make.stuckOperation(shop, { transaction: paid })
      const said = { they_say: 'SETTLEMENT_REQUESTED', we_say: 'UNKNOWN', amount: 66_532 }
      const report = await kontor.make.contradiction(shop, paid, said)
      const answer = await say(id, seen)
      expect([answer.status, answer.body.code]).toEqual([409, 'contradiction_open'])
      expect((await payment(paid.id)).status).toBe('UNKNOWN')
      expect((await kontor.get(staff, `/v1/psp/stuckoperation/${id}`)).body).toMatchObject({
        state: 'PARKED',
        seen: null,
      })
      await kontor.post(staff, `/v1/psp/contradiction/${report}/close`, { note: 'Of another shop' })
      expect((await say(id, seen)).status).toBe(200)
    },
  )

  it('about a refund is refused while the processor says that it was made with another amount', async () => {
    const { refund, paid } = await parkedRefund()
    const { body: row } = await kontor.get(user, `/v1/transaction/${paid}`)
    const said = { kind: 'refund', refund, they_say: 'PROCESSED', we_say: 'UNKNOWN', amount: 650 } as const
    await kontor.make.contradiction(shop, row, said)
    expect((await say(refund, 'not_done')).body.code).toBe('contradiction_open')
    // A report about a refund says nothing about its payment, and that of a processor before nothing about the next one.
    const other = await parkedPayment()
    const { body: paying } = await kontor.get(user, `/v1/transaction/${other}`)
    await kontor.make.contradiction(shop, paying, { superseded: true })
    expect((await say(other, 'not_done')).status).toBe(200)
  })

  it('counts once, however often and by however many it is said at once', async () => {
    const { id, paid } = await parkedFollowUp('capture')
    const all = await Promise.all([say(id, 'done'), say(id, 'not_done'), say(id, 'done'), say(id, 'done')])
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(all.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(3).fill('operation_not_stuck'),
    )
    const kept = await owner.query('select outcome from outbox_resolution where outbox_id = $1', [id])
    expect(kept.rows).toHaveLength(1)
    const expected = kept.rows[0].outcome === 'done' ? 'SETTLEMENT_REQUESTED' : 'AUTHORIZED'
    expect((await payment(paid)).status).toBe(expected)
  })

  it('and what the processor reports at the same moment change the payment once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refund, paid } = await parkedRefund()
      const [said] = await Promise.all([say(refund, 'done'), report(refund, paid)])
      expect([200, 409]).toContain(said.status)
      expect((await kontor.get(user, `/v1/refund/${refund}`)).body.status).toBe('PROCESSED')
      const events = await owner.query(`select to_status from transaction_event where subject_id = $1`, [refund])
      expect(events.rows.filter(({ to_status }) => to_status === 'PROCESSED')).toHaveLength(1)
    }
  })

  it('waits while a try is under way, and is refused when the outcome has come', async () => {
    const { id } = await parkedFollowUp('capture', { parked_why: null })
    await owner.query(`update outbox set leased_until = now() + interval '1 minute' where id = $1`, [id])
    expect((await say(id, 'done')).body.code).toBe('operation_in_progress')
    await owner.query('update outbox set leased_until = null where id = $1', [id])
    expect((await say(id, 'done')).status).toBe(200)
    expect((await say(id, 'not_done')).body.code).toBe('operation_not_stuck')
  })

  it('is the provider’s to say, with the rights to processors, payments and refunds', async () => {
    const { id } = await parkedFollowUp('capture')
    const of = (...roles: Role[]) => kontor.make.cookie({ roles })
    const merchants = await kontor.make.cookie({ roles: ['TRANSACTION_ALL', 'REFUND_ALL'], merchant: shop.merchant })
    for (const who of [user, merchants]) {
      expect((await say(id, 'done', {}, who)).status).toBe(403)
      expect((await kontor.get(who, '/v1/psp/stuckoperation')).status).toBe(403)
    }
    expect((await say(id, 'done', {}, await of('PSP_PROCESSOR_ALL', 'TRANSACTION_ALL'))).status).toBe(403)
    expect((await say(id, 'done', {}, await of('TRANSACTION_ALL', 'REFUND_ALL'))).status).toBe(403)
    const enough = await of('PSP_PROCESSOR_UPDATE', 'TRANSACTION_UPDATE', 'REFUND_CREATE')
    expect((await say(id, 'done', {}, enough)).status).toBe(200)
  })

  it('names no card number', async () => {
    const { id } = await parkedFollowUp('capture')
    expect((await say(id, 'done', { seen_where: '4111 1111 1111 1111' })).status).toBe(400)
  })
})

/** Sends the processor's report that the refund was made. */
async function report(refund: string, paid: string): Promise<void> {
  const id = `ntf_${newId(new Date()).id}`
  const at = new Date()
  const data = {
    kind: 'refund',
    id: `ref_${refund}`,
    payment_id: `prior_${paid}`,
    reference: refund,
    status: 'PROCESSED',
  }
  const body = JSON.stringify({
    type: 'refund',
    timestamp: at.toISOString(),
    data: { ...data, amount: 700, currency_code: shop.currency_code },
  })
  await fetch(`${kontor.url}/v1/processornotification/${shop.merchant}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(credential.notification_secret).sign(id, at, body),
    },
    body,
  })
}
