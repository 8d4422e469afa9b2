import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { wrongSteps, wrongSums } from '../../test/books.ts'
import { type Reply, startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { scheduledTransactionsJob } from './scheduled-job.ts'

const day = 86_400_000
let kontor: TestApp
let shop: MadeMerchant
let owner: string
let customer: string
let card: string
let job: EngineJob

beforeAll(async () => {
  kontor = await startTestApp({ outcomeWait_ms: 4_000 })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  customer = await kontor.make.customer(shop.merchant)
  card = await kontor.make.card(shop, customer)
  await kontor.connect(shop.merchant)
  await sql`select ensure_partitions(current_date, current_date + 120)`.execute(kontor.databases.provider)
  job = scheduledTransactionsJob(kontor)
})
afterAll(() => kontor.stop())

const at = (days: number) => new Date(Date.now() + days * day)
const planned = (asked: Record<string, unknown> = {}) => ({
  payment_profile: shop.profile,
  customer,
  card,
  amount: 2_500,
  due_at: at(1).toISOString(),
  merchant_reference: 'Box 1',
  ...asked,
})
const plan = (asked: Record<string, unknown> = {}, who = owner) =>
  kontor.post(who, '/v1/scheduledtransaction', planned(asked))
const act = (id: string, verb: string, body: object = {}) =>
  kontor.post(owner, `/v1/scheduledtransaction/${id}${verb && `/${verb}`}`, body)
const read = async (id: string) => (await kontor.get(owner, `/v1/scheduledtransaction/${id}`)).body
const attempts = async (id: string) => (await kontor.get(owner, `/v1/scheduledtransaction/${id}/attempts`)).body
const paymentsOf = async (reference: string) =>
  (await kontor.get(owner, `/v1/transaction?merchant_reference=${encodeURIComponent(reference)}`)).body
const refusalOf = ({ status, body }: Reply) => [status, body.code]
/** Runs the job at that time, repeatedly, until the outcome is recorded. */
async function untilTried(id: string, when: Date, count: number) {
  await until(
    async () => {
      await job.run(when)
      return attempts(id)
    },
    (tries) => tries.length === count && tries.at(-1)?.status !== 'OPEN',
  )
  return read(id)
}

describe('scheduling a payment', () => {
  it('keeps it until its day, and lists it', async () => {
    const { status, body } = await plan()
    expect([status, body.status, body.attempts, body.currency_code]).toEqual([201, 'CREATED', 0, 'EUR'])
    expect(body).toMatchObject({ card_name: 'Visa •••• 1111', next_attempt_at: body.due_at, transaction: null })
    await job.run(new Date())
    expect(await attempts(body.id)).toEqual([])
  })

  it.each([
    ['a day that has passed', { due_at: at(-1).toISOString() }, 422, 'not_in_the_future', 'body.due_at'],
    ['a day beyond five years', { due_at: at(1900).toISOString() }, 422, 'too_far', 'body.due_at'],
    ['no amount', { amount: 0 }, 400, 'invalid_request', 'body.amount'],
    [
      'a card number for a reference',
      { merchant_reference: '4111111111111111' },
      400,
      'invalid_request',
      'body.merchant_reference',
    ],
  ])('refuses %s', async (_, asked, status, code, path) => {
    const refused = await plan(asked)
    expect([...refusalOf(refused), Object.keys(refused.body.details)]).toEqual([status, code, [path]])
  })

  it('refuses a card that is revoked, of somebody else, or that the shop cannot charge', async () => {
    const revoked = await kontor.make.card(shop, customer, { revoked: true })
    const ofOther = await kontor.make.card(shop, await kontor.make.customer(shop.merchant))
    expect(refusalOf(await plan({ card: revoked }))).toEqual([409, 'card_revoked'])
    expect(refusalOf(await plan({ card: ofOther }))).toEqual([422, 'card_token_unknown'])
    const without = await kontor.make.profile(shop.merchant)
    const unkept = await plan({ payment_profile: without })
    expect([...refusalOf(unkept), unkept.body.details]).toEqual([
      ...[409, 'no_processor_for_product', { 'body.card': 'keeper_takes_no_payments' }],
    ])
    const stranger = await kontor.make.merchant()
    const foreign = await plan({ payment_profile: stranger.profile })
    expect([...refusalOf(foreign), foreign.body.details]).toEqual([
      400,
      'invalid_request',
      { 'body.payment_profile': 'not_found' },
    ])
  })

  it('is for whoever may, by the roles of scheduled transactions', async () => {
    const may = (...roles: Parameters<typeof kontor.make.apiKey>[1] & string[]) =>
      kontor.make.apiKey(shop.merchant, roles)
    expect((await plan({}, await may('SCHEDULED_TRANSACTION_LIST'))).status).toBe(403)
    expect((await plan({}, await may('SCHEDULED_TRANSACTION_CREATE'))).status).toBe(201)
  })
})

describe('until its day has come', () => {
  it('everything of it can be changed, and what is left out stays', async () => {
    const { body } = await plan()
    const due_at = at(9).toISOString()
    const changed = await act(body.id, '', { amount: 9_900, due_at })
    expect(changed.body).toMatchObject({ amount: 9_900, due_at, next_attempt_at: due_at, merchant_reference: 'Box 1' })
    expect(refusalOf(await act(body.id, '', { due_at: at(-1).toISOString() }))).toEqual([422, 'not_in_the_future'])
  })

  it('it can be cancelled: FAILED, because it was cancelled, and never taken', async () => {
    const { body } = await plan({ merchant_reference: 'Cancelled box' })
    const cancelled = await act(body.id, 'cancel')
    expect(cancelled.body).toMatchObject({ status: 'FAILED', status_reason: 'cancelled', next_attempt_at: null })
    expect(cancelled.body.cancelled_at).not.toBeNull()
    await job.run(at(2))
    expect(await paymentsOf('Cancelled box')).toEqual([])
    for (const verb of ['cancel', 'run', ''])
      expect(refusalOf(await act(body.id, verb, verb ? {} : { amount: 1 }))).toEqual([
        409,
        'scheduled_transaction_over',
      ])
    expect(refusalOf(await act(body.id, 'retry'))).toEqual([409, 'scheduled_transaction_not_retryable'])
  })

  it('it can be taken at once, by two people, once', async () => {
    const { body } = await plan({ merchant_reference: 'Early box' })
    const replies = await Promise.all([act(body.id, 'run'), act(body.id, 'run')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'DONE', attempts: 1 })
    expect(await paymentsOf('Early box')).toHaveLength(1)
    expect(await attempts(body.id)).toMatchObject([{ status: 'PAID', started_by: expect.stringMatching(/^User/) }])
  })

  it('it stays planned for its day where it was taken before and that failed, and its policy counts from that day', async () => {
    const poor = await kontor.make.card(shop, customer, { token: 'test_declined_insufficient_funds' })
    const { body: once } = await plan({ card: poor })
    const { body: more } = await plan({ card: poor, retry_policy: 'AFTER_1_3_5_DAYS' })
    for (const { id, due_at } of [once, more])
      expect((await act(id, 'run')).body).toMatchObject({
        ...{ status: 'CREATED', status_reason: 'insufficient_funds', attempts: 1, next_attempt_at: due_at },
      })
    const first = at(2)
    expect(await untilTried(once.id, first, 2)).toMatchObject({ status: 'FAILED', next_attempt_at: null })
    const next = new Date(first.getTime() + day).toISOString()
    expect(await untilTried(more.id, first, 2)).toMatchObject({ status: 'CREATED', next_attempt_at: next })
  })

  it('it can get another day where it was taken before and that failed', async () => {
    const poor = await kontor.make.card(shop, customer, { token: 'test_declined_insufficient_funds' })
    const { body: planned } = await plan({ card: poor })
    expect((await act(planned.id, 'run')).body).toMatchObject({ attempts: 1, next_attempt_at: planned.due_at })
    const due_at = at(3).toISOString()
    expect((await act(planned.id, '', { due_at })).body).toMatchObject({ due_at, next_attempt_at: due_at })
    await job.run(at(2.5))
    expect(await attempts(planned.id)).toHaveLength(1)
    expect(await untilTried(planned.id, at(3), 2)).toMatchObject({ status: 'FAILED', attempts: 2 })
  })

  it('it is taken half a day later where its day comes while an early payment is under way, which then fails', async () => {
    const slow = await kontor.make.card(shop, customer, { token: 'test_pending_then_declined' })
    const { body: planned } = await plan({ card: slow, merchant_reference: 'Slow box' })
    expect((await act(planned.id, 'run')).body).toMatchObject({ status: 'CREATED', attempts: 1 })
    await until(
      () => paymentsOf('Slow box'),
      ([payment]) => payment.status === 'DECLINED',
    )
    const after = at(1.1)
    const half = new Date(after.getTime() + day / 2).toISOString()
    expect(await untilTried(planned.id, after, 1)).toMatchObject({ status: 'CREATED', next_attempt_at: half })
  })
})

describe('on its day', () => {
  it('it is taken from the card as a payment of a series, and done', async () => {
    const { body } = await plan({ merchant_reference: 'Due box' })
    const done = await untilTried(body.id, at(2), 1)
    expect(done).toMatchObject({ status: 'DONE', attempts: 1, next_attempt_at: null })
    const [paid] = await paymentsOf('Due box')
    expect(paid).toMatchObject({ id: done.transaction, recurring_type: 'subsequent', amount: 2_500, customer })
    expect(await attempts(body.id)).toMatchObject([{ status: 'PAID', started_by: null, transaction: paid.id }])
  })

  it('is taken once, however many take it at the same moment', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => plan({ merchant_reference: 'Crowded box' })))
    await Promise.all(Array.from({ length: 6 }, () => scheduledTransactionsJob(kontor).run(at(2))))
    expect(await paymentsOf('Crowded box')).toHaveLength(5)
    for (const { body } of made) expect(await attempts(body.id)).toHaveLength(1)
  })

  it('is taken in turns when very many are due, so that other work goes on', async () => {
    const { body } = await plan()
    let time = 0
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10_000))
    const turns = [await job.run(at(2)), await job.run(at(2))]
    watch.mockRestore()
    expect(turns).toEqual([true, false])
    expect(await attempts(body.id)).toHaveLength(1)
  })

  it('is taken in the order in which it fell due', async () => {
    const references = ['third', 'first', 'second']
    for (const [index, hours] of [30, 25, 27].entries())
      await plan({ merchant_reference: references[index], due_at: new Date(Date.now() + hours * 3_600_000) })
    await job.run(at(2))
    // Ids of payments of the same moment have no order; their events have one.
    const { rows: taken } = await sql<{ merchant_reference: string }>`
      select merchant_reference from transaction t join transaction_event e on e.transaction_id = t.id
      where e.to_status = 'INITIATED' and merchant_reference = any(${references}) order by e.id`.execute(
      kontor.databases.provider,
    )
    expect(taken.map((row) => row.merchant_reference)).toEqual(['first', 'second', 'third'])
  })
})

describe('a payment of a merchant that is not active', () => {
  it('waits until it is, and is taken by nobody meanwhile', async () => {
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const set = (verb: string) => kontor.post(provider, `/v1/psp/merchant/${shop.merchant}/${verb}`)
    const { body } = await plan()
    await set('deactivate')
    // The merchant's own users are signed out; the provider's staff may still look.
    owner = provider
    await job.run(at(2))
    expect(refusalOf(await act(body.id, 'run'))).toEqual([409, 'merchant_inactive'])
    expect([(await read(body.id)).status, await attempts(body.id)]).toEqual(['CREATED', []])
    await set('activate')
    expect(await untilTried(body.id, at(2), 1)).toMatchObject({ status: 'DONE', attempts: 1 })
    owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  })
})

describe('a payment that fails', () => {
  const failing = async (asked: object, token = 'test_declined_insufficient_funds') =>
    (await plan({ card: await kontor.make.card(shop, customer, { token }), ...asked })).body.id as string

  it('is FAILED without a policy, with the issuer’s word, and can be tried again by hand', async () => {
    const id = await failing({ merchant_reference: 'Poor box' })
    expect(await untilTried(id, at(2), 1)).toMatchObject({ status: 'FAILED', status_reason: 'insufficient_funds' })
    const again = await act(id, 'retry')
    expect(again.body).toMatchObject({ status: 'FAILED', attempts: 2 })
    expect(await paymentsOf('Poor box')).toHaveLength(2)
  })

  it('is tried again after one, three and five days, and no more', async () => {
    const id = await failing({ retry_policy: 'AFTER_1_3_5_DAYS' })
    const first = at(2)
    const after = (days: number) => new Date(first.getTime() + days * day)
    expect(await untilTried(id, first, 1)).toMatchObject({ status: 'CREATED', status_reason: 'insufficient_funds' })
    await job.run(after(0.9))
    expect(await attempts(id)).toHaveLength(1)
    expect((await untilTried(id, after(1), 2)).next_attempt_at).toBe(after(3).toISOString())
    expect((await untilTried(id, after(3), 3)).next_attempt_at).toBe(after(5).toISOString())
    expect(await untilTried(id, after(5), 4)).toMatchObject({ status: 'FAILED', next_attempt_at: null, attempts: 4 })
    await job.run(after(30))
    expect(await attempts(id)).toHaveLength(4)
  })

  it('is not tried again while its processor reports the money, and is done without a charge when that is taken over', async () => {
    const id = await failing({ retry_policy: 'AFTER_1_3_5_DAYS', merchant_reference: 'Late box' })
    await untilTried(id, at(2), 1)
    const [payment] = await paymentsOf('Late box')
    const said = await kontor.make.contradiction(shop, payment, { we_say: 'DECLINED', amount: 2_500 })
    await job.run(at(3.1))
    expect(refusalOf(await act(id, 'run'))).toEqual([409, 'operation_in_progress'])
    expect(await attempts(id)).toHaveLength(1)
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await kontor.post(staff, `/v1/psp/contradiction/${said}/take-over`)).status).toBe(200)
    await job.run(at(3.1))
    expect(await read(id)).toMatchObject({ status: 'DONE', attempts: 1 })
    expect(await attempts(id)).toMatchObject([{ status: 'PAID' }])
    expect(await paymentsOf('Late box')).toHaveLength(1)
  })

  it('can get another card between two tries, but no other day', async () => {
    const id = await failing({ retry_policy: 'AFTER_1_3_5_DAYS' })
    const { next_attempt_at } = await untilTried(id, at(2), 1)
    expect((await act(id, '', { due_at: at(7).toISOString() })).body.details).toEqual({
      'body.due_at': 'already_tried',
    })
    expect((await act(id, '', { card })).body).toMatchObject({ card, next_attempt_at })
    expect(await untilTried(id, at(3.1), 2)).toMatchObject({ status: 'DONE' })
  })

  it('is not tried again when the issuer will never say yes', async () => {
    const id = await failing({ retry_policy: 'AFTER_1_3_5_DAYS' }, 'test_declined_stolen_card')
    expect(await untilTried(id, at(2), 1)).toMatchObject({ status: 'FAILED', status_reason: 'stolen_card' })
    expect(refusalOf(await act(id, 'retry'))).toEqual([409, 'scheduled_transaction_not_retryable'])
  })

  it('says why it could not even be asked for: the card was revoked meanwhile', async () => {
    const own = await kontor.make.card(shop, customer)
    const { body } = await plan({ card: own, merchant_reference: 'Revoked box' })
    const admin = new pg.Client(kontor.database.adminUrl)
    await admin.connect()
    await admin.query('update card set revoked_at = now() where id = $1', [own])
    await admin.end()
    expect(await untilTried(body.id, at(2), 1)).toMatchObject({ status: 'FAILED', status_reason: 'card_revoked' })
    expect(await paymentsOf('Revoked box')).toEqual([])
  })
})

describe('the database', () => {
  it('refuses a second open or paid attempt, whoever writes it', async () => {
    const { body } = await plan()
    const done = await untilTried(body.id, at(2), 1)
    const again = sql`insert into scheduled_attempt (merchant_id, scheduled_created_at, scheduled_id, attempt,
        transaction_created_at, transaction_id, status, started_at)
      select merchant_id, scheduled_created_at, scheduled_id, 2, transaction_created_at, transaction_id, 'OPEN', now()
      from scheduled_attempt where scheduled_id = ${done.id}`.execute(kontor.databases.provider)
    await expect(again).rejects.toMatchObject({ constraint: expect.stringMatching(/^scheduled_attempt_/) })
    const reopened = sql`update scheduled_transaction set status = 'CREATED' where id = ${done.id}`
    await expect(reopened.execute(kontor.databases.provider)).rejects.toMatchObject({ constraint: 'status_transition' })
  })

  it('has the sums and the steps of all of it right', async () => {
    await until(
      () => paymentsOf('Crowded box'),
      (rows) => rows.every((row: { status: string }) => row.status === 'SETTLEMENT_COMPLETED'),
    )
    expect(await wrongSums(kontor.databases.provider, shop.merchant)).toEqual([])
    expect(await wrongSteps(kontor.databases.provider, shop.merchant)).toEqual([])
  })
})
