import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, until } from '../../../test/harness.ts'
import type { Fate, LossyProcessor } from '../../../test/lossy-processor.ts'
import { expectRightBooks, type LossyKontor, makeLossyShop, startLossyKontor } from '../../../test/lossy-shop.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { notifyOfPayment } from '../../../test/reports.ts'
import { type Gateway, NotFoundYet } from '../../processors/gateway.ts'
import { gateways } from '../../processors/gateways.ts'
import type { Knowing } from '../../processors/manifest.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'

/** The sandbox as a gateway that takes no question about a payment, and keeps no key: an unknown outcome stays unknown. */
const told: Knowing = { outcome: 'notification', key_h: 0, by_reference: false, overdue_h: 24 }
/** Its cancellations can be sent again for an hour. */
const keyed: Knowing = { ...told, key_h: 1 }
const blind: Gateway = {
  ...sandboxGateway,
  manifest: {
    ...sandboxGateway.manifest,
    knowing: { ...sandboxGateway.manifest.knowing, authorize: told, cancel_reference: keyed },
  },
}

let lossy: LossyKontor
let kontor: TestApp
let line: LossyProcessor
let owner: pg.Client
let store: pg.Client
let shop: MadeMerchant
let user: string
let staff: string
let profile: string

beforeAll(async () => {
  // Nothing is paid out before it is cancelled.
  lossy = await startLossyKontor({ sandbox: { SANDBOX_SETTLE_AFTER_MS: '60000' } })
  ;({ kontor, line, owner, store } = lossy)
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  gateways.splice(0, 1, sandboxGateway)
  await lossy.stop()
})
beforeEach(async () => {
  gateways.splice(0, 1, blind)
  ;({ shop, user, profile } = await makeLossyShop(lossy))
})
afterEach(() => expectRightBooks(lossy, shop))

/** Begins a payment whose first replies have these fates, and does not wait for its outcome. */
async function pay(fates: readonly Fate[], given: object = {}): Promise<string> {
  line.let(...fates)
  const order = {
    ...{ payment_profile: profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
    ...{ card_token: 'test_visa', capture: false, ...given },
  }
  return (await kontor.post(user, '/v1/transaction', order, { prefer: 'respond-async' })).body.id
}
const read = async (id: string) => (await kontor.get(user, `/v1/transaction/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => read(id),
    (row) => row.status === status,
  )
const posts = (path: string) => line.arrived.filter((call) => call.method === 'POST' && call.path === path)
const jobOf = async (id: string) => (await owner.query('select * from outbox where id = $1', [id])).rows[0]
const cancellations = async (transaction: string) =>
  (
    await owner.query(
      `select * from outbox where transaction_id = $1 and topic = 'processor.cancel_reference' order by id`,
      [transaction],
    )
  ).rows
const cancelled = (transaction: string) =>
  until(
    () => cancellations(transaction),
    ([row]) => row?.done_at != null,
  )
const carriedOut = async (transaction: string, kind: string) =>
  Number(
    (
      await store.query(
        `select count(*) from operation where kind = $2 and (reference = $1 or payment_reference = $1)`,
        [transaction, kind],
      )
    ).rows[0]?.count,
  )
const heldAtSandbox = async (id: string) =>
  (await store.query('select status from payment where reference = $1', [id])).rows.map(({ status }) => status)

const resumption = async (transaction: string) =>
  (await owner.query(`select * from outbox where transaction_id = $1 and topic = 'processor.resume'`, [transaction]))
    .rows[0]
/** The payer proves at his bank that it is him, and comes back to Kontor. */
async function comeBack(redirect_url: string): Promise<void> {
  const bank = new URL(redirect_url)
  const page = await fetch(`${bank.origin}${bank.pathname}/authenticate${bank.search}`, { method: 'POST' })
  const back = new URL(/url=(.*)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? '')
  await fetch(`${kontor.url}${back.pathname}${back.search}`, { redirect: 'manual' })
}

describe('a payment whose outcome stays unknown', () => {
  it('is cancelled by our reference, and nothing is held any more', async () => {
    const id = await pay(['lost_after'])
    await becomes(id, 'CANCELLED')
    expect((await read(id)).status_reason).toBe('cancelled_by_reference')
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZATION_VOIDED'])
    const [cancellation] = await cancelled(id)
    expect(cancellation).toMatchObject({ payload: { of: id }, request_sealed: null })
    expect(JSON.parse(posts('/v1/cancels')[0]?.body ?? '')).toEqual({
      ...{ reference: cancellation.id, payment_reference: id, amount: 5_000, currency_code: shop.currency_code },
    })
    // The authorization itself was ended too.
    expect(await jobOf(id)).toMatchObject({ parked_why: 'no_key', done_at: expect.any(Date) })
    const events = (await kontor.get(user, `/v1/transaction/${id}/events`)).body
    const calls = events.filter(({ kind }: { kind: string }) => kind === 'processor_call')
    expect(calls.map(({ call }: { call: { operation: string } }) => call.operation)).toEqual([
      'authorize',
      'cancel_reference',
    ])
  })

  it('is taken back where it was captured at once', async () => {
    const id = await pay(['lost_after'], { capture: true })
    await becomes(id, 'CANCELLED')
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZATION_VOIDED'])
  })

  it('is cancelled once, from the same request, however often the reply is lost', async () => {
    const id = await pay(['lost_after', 'lost_after', 'lost_before', 'lost_after'])
    await becomes(id, 'CANCELLED')
    const sent = posts('/v1/cancels')
    expect(sent).toHaveLength(4)
    for (const one of sent) expect(one).toEqual(sent[0])
    expect(await carriedOut(id, 'cancel')).toBe(1)
    expect(await cancellations(id)).toHaveLength(1)
  })

  it.each([
    ['lost_after', true, 'SETTLEMENT_REQUESTED'],
    ['lost_after', false, 'AUTHORIZED'],
    ['lost_before', false, 'ACTION_REQUIRED'],
  ] as const)(
    'is cancelled when it is what its payer brought back from his bank that was lost (%s, capture %s, %s)',
    async (fate, capture, before) => {
      const { find: _, ...untold } = blind
      gateways.splice(0, 1, untold)
      const busy = Array<Fate>(60).fill('not_begun')
      const id = await pay([], { card_token: 'test_3ds_resume', return_url: 'https://shop.example/', capture })
      const { rows } = await until(
        () => owner.query('select redirect_url from transaction where id = $1', [id]),
        (found) => found.rows[0]?.redirect_url !== null,
      )
      line.let(fate, ...busy)
      await comeBack(rows[0].redirect_url)
      const [{ id: cancellation }] = await until(
        () => cancellations(id),
        ([row]) => row?.attempts >= 1 && row.leased_until === null,
      )
      expect(await heldAtSandbox(id)).toEqual([before])
      expect(await resumption(id)).toMatchObject({ parked_why: 'no_key', done_at: null })
      const [stuck] = (await kontor.get(staff, `/v1/psp/stuckoperation?transaction=${id}`)).body
      expect(stuck).toMatchObject({ operation: 'resume', state: 'PARKED', cancellation: 'UNDER_WAY' })
      line.let()
      await owner.query('update outbox set next_attempt_at = now() where id = $1', [cancellation])
      await becomes(id, 'CANCELLED')
      expect(['AUTHORIZATION_VOIDED', 'CANCELLED']).toContain((await heldAtSandbox(id))[0])
      expect(await carriedOut(id, 'cancel')).toBe(1)
      const [{ payload }] = await cancelled(id)
      expect(payload).toEqual({ of: id })
      for (const job of [await jobOf(id), await resumption(id)]) expect(job.done_at).not.toBeNull()
    },
  )

  it('is not taken for cancelled while its cancellation was not begun', async () => {
    const id = await pay(['lost_after', 'not_begun', 'not_begun'])
    await becomes(id, 'CANCELLED')
    expect(posts('/v1/cancels')).toHaveLength(3)
    expect(await carriedOut(id, 'cancel')).toBe(1)
  })

  it('stays for a person when the processor has nothing to cancel: it may never have arrived', async () => {
    const id = await pay(['lost_before'])
    await cancelled(id)
    expect(await read(id)).toMatchObject({ status: 'UNKNOWN', status_reason: 'unknown_payment_reference' })
    expect(await jobOf(id)).toMatchObject({ parked_why: 'no_key', done_at: null })
    expect(await cancellations(id)).toHaveLength(1)
  })

  it('ends, and is for a person, when its processor still has not found it after the life of a key', async () => {
    const cancelReference = async () => {
      throw new NotFoundYet('it may still come')
    }
    gateways.splice(0, 1, { ...blind, cancelReference })
    const id = await pay(['lost_before'])
    const tries = (least: number) =>
      until(
        () => cancellations(id),
        ([row]) => row?.attempts >= least && row.leased_until === null,
      )
    await tries(2)
    expect((await cancellations(id))[0].done_at).toBeNull()
    await owner.query(
      `update outbox set created_at = created_at - interval '1 hour', next_attempt_at = now()
        where transaction_id = $1 and topic = 'processor.cancel_reference'`,
      [id],
    )
    await cancelled(id)
    expect(await read(id)).toMatchObject({ status: 'UNKNOWN', status_reason: 'unknown_payment' })
    expect(await jobOf(id)).toMatchObject({ parked_why: 'no_key', done_at: null })
  })

  it('waits while another attempt of it is being cancelled, since a payment has one cancellation at a time, and is cancelled then', async () => {
    const id = await pay(Array<Fate>(60).fill('not_begun'))
    const other = randomUUID()
    await owner.query(
      `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, next_attempt_at)
        select merchant_id, $2, 'processor.cancel_reference', created_at, id, jsonb_build_object('of', $3::text), '9999-12-31T00:00:00Z'
        from transaction where id = $1`,
      [id, other, randomUUID()],
    )
    line.let('lost_after')
    const tries = 'select result from outbox_attempt where outbox_id = $1 order by attempt'
    await until(
      async () => (await owner.query(tries, [id])).rows.map(({ result }) => result),
      (results) => results.includes('another attempt is being cancelled'),
    )
    expect((await read(id)).status).toBe('UNKNOWN')
    expect(await jobOf(id)).toMatchObject({ parked_at: null, done_at: null, overdue_at: expect.any(Date) })
    await owner.query('update outbox set done_at = now() where id = $1', [other])
    await owner.query('update outbox set next_attempt_at = now() where id = $1', [id])
    await becomes(id, 'CANCELLED')
    expect(await carriedOut(id, 'cancel')).toBe(1)
  })

  it('is parked with its cancellation when nobody knows what became of that either', async () => {
    const id = await pay(['lost_after', 'lost_before', 'lost_before'])
    const [{ id: cancellation }] = await until(
      () => cancellations(id),
      ([row]) => row?.attempts >= 1 && row.leased_until === null,
    )
    await until(
      () =>
        owner.query(
          `update outbox set first_sent_at = first_sent_at - interval '1 hour', next_attempt_at = now()
            where id = $1 and leased_until is null`,
          [cancellation],
        ),
      ({ rowCount }) => rowCount === 1,
    )
    await until(
      () => jobOf(cancellation),
      (row) => row.parked_at !== null,
    )
    expect((await read(id)).status).toBe('UNKNOWN')
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZED'])
  })
})

describe('an authorization that is reported while its cancellation', () => {
  const report = (id: string, status: string) => notifyOfPayment(kontor, shop.merchant, id, status, { amount: 5_000 })
  /** The cancellation of a payment waits for a processor that takes no orders. */
  const busy = Array<Fate>(60).fill('not_begun')
  const waiting = (id: string) =>
    until(
      () => cancellations(id),
      ([row]) => row?.attempts >= 1 && row.leased_until === null,
    )

  it('was not sent: it is authorized, and not cancelled any more', async () => {
    const id = await pay(['lost_after', ...busy])
    await waiting(id)
    expect(await report(id, 'AUTHORIZED')).toBe(204)
    await becomes(id, 'AUTHORIZED')
    line.let()
    await cancelled(id)
    expect(await carriedOut(id, 'cancel')).toBe(0)
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZED'])
    const captured = await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 })
    expect(captured.status).toBe(200)
  })

  it.each([
    ['before the report', true],
    ['between the report and its next try', false],
  ])('was claimed by a process that ended without sending it, %s: it is authorized', async (_when, isFirst) => {
    const id = await pay(['lost_after', ...busy])
    await waiting(id)
    const [cancellation] = await cancellations(id)
    const claimed = (first_sent_at: string) =>
      until(
        () =>
          owner.query(
            `update outbox set uncertain = true, first_sent_at = ${first_sent_at}, next_attempt_at = now() + interval '1 hour'
              where id = $1 and leased_until is null`,
            [cancellation.id],
          ),
        ({ rowCount }) => rowCount === 1,
      )
    await claimed(isFirst ? 'null' : 'now()')
    expect(await report(id, 'AUTHORIZED')).toBe(204)
    await becomes(id, 'AUTHORIZED')
    if (!isFirst) await claimed('null')
    line.let()
    await owner.query(`update outbox set next_attempt_at = now() where id = $1`, [cancellation.id])
    await cancelled(id)
    expect(await carriedOut(id, 'cancel')).toBe(0)
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZED'])
  })

  it('may have been carried out: nothing is captured before that is known, and the hold is released', async () => {
    const id = await pay(['lost_after', 'lost_before', ...busy])
    await until(
      () => cancellations(id),
      ([row]) => row?.attempts >= 2 && row.leased_until === null,
    )
    expect(await report(id, 'AUTHORIZED')).toBe(204)
    await becomes(id, 'AUTHORIZED')
    const captured = await kontor.post(user, `/v1/transaction/${id}/capture`, { amount: 5_000 })
    expect([captured.status, captured.body.code]).toEqual([409, 'operation_in_progress'])
    line.let()
    await becomes(id, 'AUTHORIZATION_VOIDED')
    expect(await carriedOut(id, 'cancel')).toBe(1)
    expect(await heldAtSandbox(id)).toEqual(['AUTHORIZATION_VOIDED'])
  })

  it('may have been carried out: what was taken is not paid back before that is known, and a person looks', async () => {
    const id = await pay(['lost_after', 'lost_before', ...busy], { capture: true })
    await until(
      () => cancellations(id),
      ([row]) => row?.attempts >= 2 && row.leased_until === null,
    )
    expect(await report(id, 'SETTLEMENT_REQUESTED')).toBe(204)
    await becomes(id, 'SETTLEMENT_REQUESTED')
    const refunded = await kontor.post(user, `/v1/transaction/${id}/refund`, { amount: 100 })
    expect([refunded.status, refunded.body.code]).toEqual([409, 'operation_in_progress'])
    line.let()
    await cancelled(id)
    expect((await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body).toMatchObject([
      { kind: 'void', state: 'OPEN', we_say: 'SETTLEMENT_REQUESTED', they_say: 'AUTHORIZATION_VOIDED' },
    ])
  })

  it('is done is a contradiction, and changes nothing', async () => {
    const id = await pay(['lost_after'])
    await becomes(id, 'CANCELLED')
    expect(await report(id, 'AUTHORIZED')).toBe(204)
    expect((await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body).toMatchObject([
      { kind: 'payment', state: 'OPEN', we_say: 'CANCELLED', they_say: 'AUTHORIZED' },
    ])
    expect((await read(id)).status).toBe('CANCELLED')
  })
})
