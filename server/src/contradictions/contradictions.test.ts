import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongReturns, wrongSteps, wrongSums } from '../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { notifyOfPayment, reportOutcome, undone } from '../../test/reports.ts'
import { incidentMail, makeIncidentMail } from './incident-mail.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 400, sandbox: { SANDBOX_SETTLE_AFTER_MS: '3600000' } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  await kontor.connect(shop.merchant)
  await kontor.databases.provider
    .updateTable('payment_profile')
    .set({ webhook_transaction_update: 'http://127.0.0.1:9/hook', webhook_refund_update: 'http://127.0.0.1:9/hook' })
    .where('id', '=', shop.profile)
    .execute()
})
afterAll(() => kontor.stop())
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongReserves(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const notify = (reference: string, status: string, more: object = {}) =>
  notifyOfPayment(kontor, shop.merchant, reference, status, more)
const report = (id: string, topic: string, outcome: object) => reportOutcome(kontor, shop.merchant, id, topic, outcome)
const pay = async (asked: Record<string, unknown> = {}) =>
  (
    await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
      ...{ card_token: 'test_visa', ...asked },
    })
  ).body
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const of = async (transaction: string) =>
  (await kontor.get(staff, `/v1/psp/contradiction?transaction=${transaction}`)).body
const command = (id: string, verb: string, body: object = {}, who = staff) =>
  kontor.post(who, `/v1/psp/contradiction/${id}/${verb}`, body)

/** A payment that ended, and of which its processor then says that it took the money. */
async function late(ended = 'ABANDONED', then = 'SETTLEMENT_COMPLETED') {
  const id = (await pay({ card_token: 'test_3ds_required' })).id
  await notify(id, ended, { reason: 'because' })
  await notify(id, then)
  const [contradiction] = await of(id)
  expect(contradiction).toMatchObject({ state: 'OPEN', we_say: ended, they_say: then })
  return { id, contradiction: contradiction.id }
}

const toldOf = (item: string, status: string) =>
  kontor.databases.provider
    .selectFrom('webhook')
    .select('status')
    .where('item_id', '=', item)
    .where('status', '=', status)
    .execute()

const lastEvents = async (id: string, who: string) => {
  const { body } = await kontor.get(who, `/v1/transaction/${id}/events`)
  return body.filter(({ kind }: { kind: string }) => kind !== 'processor_call')
}

it('A doubt names the subscription or the scheduled payment that it is about, and no word of a processor does', async () => {
  const payment = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 5_000 })
  const charged = randomUUID()
  const told = (what: string, they_say: string) =>
    kontor.make.contradiction(shop, payment, {
      ...{ kind: 'not_understood', about: `${what} ${charged} by ${payment.id}`, they_say, state: 'CLOSED' },
    })
  const said = [
    { id: await told('subscription', 'MAY_BE_CHARGED'), subscription: charged, scheduled_transaction: null },
    { id: await told('scheduled payment', 'CHARGED_TWICE'), subscription: null, scheduled_transaction: charged },
    { id: await told('subscription or', 'MAY_BE_CHARGED'), subscription: null, scheduled_transaction: null },
    { id: await told('subscription ', 'subscription paid'), subscription: null, scheduled_transaction: null },
  ]
  const listed: { id: string }[] = await of(payment.id)
  for (const each of said) expect(listed.find(({ id }) => id === each.id)).toMatchObject(each)
})

describe('what the provider’s staff write when they end a contradiction', () => {
  const note = 'rang up Ms Meier of the risk desk'

  it('is theirs: the merchant sees that the provider ended it and when, not the note and not who', async () => {
    const [taken, closed, back] = [await late(), await late(), await late()]
    const { body } = await command(taken.contradiction, 'take-over', { note })
    await command(closed.contradiction, 'close', { note })
    await command(back.contradiction, 'pay-back', { note })
    for (const { id, state } of [
      { ...taken, state: 'TAKEN_OVER' },
      { ...closed, state: 'CLOSED' },
      { ...back, state: 'PAID_BACK' },
    ]) {
      const program = await kontor.make.apiKey(shop.merchant)
      for (const merchant of [owner, program]) {
        const events = await lastEvents(id, merchant)
        expect(events).toContainEqual(
          expect.objectContaining({ to_status: state, actor_kind: 'provider', actor_name: null, reason: null }),
        )
        expect(JSON.stringify(events)).not.toContain(note)
        expect(JSON.stringify(events)).not.toContain(body.resolved_by)
      }
      const ended = (await lastEvents(id, staff)).find(({ to_status }: { to_status: string }) => to_status === state)
      expect(ended).toMatchObject({ actor_kind: 'user', actor_name: body.resolved_by, reason: note })
    }
    const { body: refunds } = await kontor.get(owner, `/v1/refund?transaction=${back.id}`)
    expect(refunds).toMatchObject([{ amount: 5_000, reason: null, created_by: null }])
  })

  it('does not hide who of the merchant’s own people did something', async () => {
    const { id } = await pay()
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 100 })
    const [last] = (await lastEvents(id, owner)).filter(({ kind }: { kind: string }) => kind === 'refund')
    expect(last).toMatchObject({ actor_kind: 'user', actor_name: expect.stringMatching(/./) })
  })
})

describe('taking over', () => {
  it.each([
    ['ABANDONED', 'SETTLEMENT_COMPLETED'],
    ['DECLINED', 'SETTLEMENT_REQUESTED'],
    ['FAILED', 'AUTHORIZED'],
    ['CANCELLED', 'SETTLEMENT_COMPLETED'],
  ])('gives a payment that is %s the status %s, which the shop is told', async (ended, then) => {
    const { id, contradiction } = await late(ended, then)
    const { status, body } = await command(contradiction, 'take-over', { note: 'seen at the bank' })
    expect([status, body.state, body.note]).toEqual([200, 'TAKEN_OVER', 'seen at the bank'])
    expect([body.we_say, body.we_say_now]).toEqual([ended, then])
    expect(body.resolved_at).not.toBeNull()
    expect(await read(id)).toMatchObject({ status: then, captured_amount: then === 'AUTHORIZED' ? 0 : 5_000 })
    // The money was taken with the authorization, not by a capture.
    const row = kontor.databases.provider.selectFrom('transaction').select('capture_id').where('id', '=', id)
    expect(await row.execute()).toEqual([{ capture_id: null }])
    const told = await kontor.databases.provider
      .selectFrom('webhook')
      .select('status')
      .where('item_id', '=', id)
      .where('status', '=', then)
      .execute()
    expect(told).toHaveLength(1)
    expect((await lastEvents(id, staff)).slice(-2)).toMatchObject([
      { kind: 'contradiction', from_status: 'OPEN', to_status: 'TAKEN_OVER', actor_kind: 'user' },
      { kind: 'status', from_status: ended, to_status: then, actor_kind: 'user' },
    ])
    const { changes } = (await kontor.get(staff, `/v1/psp/contradiction/${contradiction}/history`)).body
    expect(changes.map(({ command }: { command: string | null }) => command)).toContain('take-over-contradiction')
  })

  it.each([
    ['a capture', 'capture'],
    ['a taken payment', 'authorize'],
  ])('of the refusal of %s takes the money away, as if its processor had taken it back', async (_, topic) => {
    const { id } = await pay({ capture: topic === 'authorize' })
    if (topic === 'capture') await kontor.post(owner, `/v1/transaction/${id}/capture`, {})
    await report(id, topic, { status: 'SETTLEMENT_COMPLETED' })
    await report(id, topic, { status: 'DECLINED', reason: 'refused' })
    const [{ id: contradiction, we_say }] = await of(id)
    expect(we_say).toBe('SETTLEMENT_COMPLETED')
    expect((await command(contradiction, 'pay-back')).body.code).toBe('contradiction_not_settleable')
    const replies = await Promise.all([1, 2].map(() => command(contradiction, 'take-over')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await read(id)).toMatchObject({ status: 'FAILED', status_reason: 'by_hand', captured_amount: 5_000 })
    expect(await toldOf(id, 'FAILED')).toHaveLength(1)
    expect((await lastEvents(id, staff)).slice(-2)).toMatchObject([
      { kind: 'contradiction', to_status: 'TAKEN_OVER', actor_kind: 'user' },
      { kind: 'status', from_status: 'SETTLEMENT_COMPLETED', to_status: 'FAILED', actor_kind: 'user' },
    ])
    // An older success of the same order no longer counts.
    await report(id, topic, { status: 'SETTLEMENT_COMPLETED' })
    expect((await read(id)).status).toBe('FAILED')
    expect(await of(id)).toMatchObject([{ state: 'TAKEN_OVER' }])
  })

  it('of the refusal of a taken payment that was refunded in part leaves what the payer got for a person', async () => {
    const { id } = await pay()
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 2_000 })
    await report(id, 'authorize', { status: 'DECLINED', reason: 'refused' })
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    expect((await read(id)).status).toBe('FAILED')
    expect((await of(id)).filter(({ state }: { state: string }) => state === 'OPEN')).toMatchObject([
      { we_say: 'REFUNDED', we_say_now: null, they_say: 'UNDONE', our_amount: 2_000 },
    ])
  })

  it('of the refusal of a refund that was made lets the money be refunded again', async () => {
    const { id } = await pay()
    const refund = await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })
    await report(id, 'refund', { status: 'PROCESSED' })
    await report(id, 'refund', { status: 'FAILED', reason: 'account_closed' })
    expect((await read(id)).refunded_amount).toBe(5_000)
    const [{ id: contradiction }] = await of(id)
    const replies = await Promise.all([1, 2].map(() => command(contradiction, 'take-over')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(id)).refunded_amount).toBe(0)
    expect(await toldOf(refund.body.id, 'FAILED')).toHaveLength(1)
    // An older success no longer counts.
    await report(id, 'refund', { status: 'PROCESSED' })
    expect((await kontor.get(owner, `/v1/refund/${refund.body.id}`)).body).toMatchObject({
      ...{ status: 'FAILED', status_reason: 'by_hand' },
    })
    expect(await of(id)).toMatchObject([{ state: 'TAKEN_OVER' }])
    expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })).status).toBe(201)
  })

  it('is done once, also by two at once', async () => {
    const { id, contradiction } = await late()
    const replies = await Promise.all([1, 2, 3].map(() => command(contradiction, 'take-over')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(replies.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
      'contradiction_over',
      'contradiction_over',
    ])
    expect((await read(id)).captured_amount).toBe(5_000)
  })

  it('is done once while the processor takes its report back', async () => {
    const { id, contradiction } = await late()
    const [{ status }] = await Promise.all([command(contradiction, 'take-over'), report(id, 'authorize', undone)])
    const state = (await of(id))[0].state
    expect([status, state]).toEqual(status === 200 ? [200, 'TAKEN_OVER'] : [409, 'WITHDRAWN'])
    expect((await read(id)).status).toBe(status === 200 ? 'FAILED' : 'ABANDONED')
  })

  it('is followed by the money coming back, and a repeated success changes nothing then', async () => {
    const { id, contradiction } = await late()
    await command(contradiction, 'take-over')
    await notify(id, 'SETTLEMENT_REQUESTED')
    expect((await read(id)).status).toBe('SETTLEMENT_COMPLETED')
    await report(id, 'authorize', undone)
    await notify(id, 'SETTLEMENT_COMPLETED')
    expect((await read(id)).status).toBe('FAILED')
    expect((await of(id)).filter(({ state }: { state: string }) => state === 'OPEN')).toEqual([])
  })

  it('of less money than ours takes the amount of the processor, and of more is refused', async () => {
    const made = await kontor.make.transaction(shop, { status: 'ABANDONED', amount: 5_000 })
    const more = await kontor.make.contradiction(shop, made, { amount: 5_000 })
    const amounts = (their_amount: number) =>
      kontor.databases.provider
        .updateTable('contradiction')
        .set({ state: 'OPEN' })
        .where('id', '=', more)
        .execute()
        .then(async () => {
          const client = await owning()
          await client.query('update contradiction set their_amount = $1 where id = $2', [their_amount, more])
          await client.end()
        })
    await amounts(5_001)
    expect((await command(more, 'take-over')).body.code).toBe('contradiction_not_settleable')
    expect((await command(more, 'pay-back')).body.code).toBe('contradiction_not_settleable')
    await amounts(4_000)
    expect((await command(more, 'take-over')).status).toBe(200)
    expect(await read(made.id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', amount: 5_000, captured_amount: 4_000 })
  })

  it('of less money lets the processor go on with that amount, and no other', async () => {
    const id = (await pay({ card_token: 'test_3ds_required' })).id
    await notify(id, 'SETTLEMENT_REQUESTED', { amount: 4_000 })
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    await notify(id, 'SETTLEMENT_COMPLETED', { amount: 3_000 })
    expect((await read(id)).status).toBe('SETTLEMENT_REQUESTED')
    await notify(id, 'SETTLEMENT_COMPLETED', { amount: 4_000 })
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 4_000 })
    const open = (await of(id)).filter(({ state }: { state: string }) => state === 'OPEN')
    expect(open).toMatchObject([{ their_amount: 3_000 }])
  })

  it('ends what waited for the outcome, also a parked return of the payer, which would stay on the desk for ever', async () => {
    const { id, created_at } = await pay({ card_token: 'test_3ds_required' })
    const back = await kontor.make.stuckOperation(shop, { transaction: { id, created_at }, operation: 'resume' })
    await notify(id, 'SETTLEMENT_REQUESTED', { amount: 4_000 })
    const open = () =>
      kontor.databases.provider
        .selectFrom('outbox')
        .select('id')
        .where('transaction_id', '=', id)
        .where('done_at', 'is', null)
        .execute()
    expect((await open()).map((each) => each.id)).toContain(back)
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    expect(await open()).toEqual([])
    expect(await wrongReturns(kontor.databases.provider, shop.merchant)).toEqual([])
  })

  it('of a refund that was made after all takes the money off what may be refunded', async () => {
    const { id } = await pay()
    const { body: refund } = await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })
    await report(id, 'refund', { status: 'FAILED', reason: 'account_closed', undone: true })
    await kontor.databases.provider.updateTable('refund').set({ undone_at: null }).where('id', '=', refund.id).execute()
    await report(id, 'refund', { status: 'PROCESSED' })
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'pay-back')).body.code).toBe('contradiction_not_settleable')
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    expect(await read(id)).toMatchObject({ refunded_amount: 5_000, reversals: ['REFUNDED'] })
  })

  it('of a void after the money was taken leaves a payment without money', async () => {
    const { id } = await pay()
    await notify(id, 'AUTHORIZATION_VOIDED')
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZATION_VOIDED', captured_amount: 0 })
  })

  it('of a void ends a parked void of the payment, about which nobody has to decide any more', async () => {
    const { id, created_at } = await pay({ capture: false })
    const operation = 'void' as const
    const parked = await kontor.make.stuckOperation(shop, { transaction: { id, created_at }, operation })
    await notify(id, 'SETTLEMENT_REQUESTED')
    await notify(id, 'AUTHORIZATION_VOIDED')
    const [{ id: contradiction }] = await of(id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    const job = kontor.databases.provider.selectFrom('outbox').select('done_at').where('id', '=', parked)
    expect(await job.executeTakeFirst()).toEqual({ done_at: expect.any(String) })
  })

  it('is the only way: nobody else may give an ended payment another status', async () => {
    const { id } = await late()
    const { provider } = kontor.databases
    const change = provider.updateTable('transaction').set({ status: 'SETTLEMENT_COMPLETED' }).where('id', '=', id)
    await expect(change.execute()).rejects.toMatchObject({ constraint: 'status_transition' })
  })
})

describe('paying back', () => {
  it('takes the payment over and refunds the whole at its processor', async () => {
    // The sandbox knows this payment: its report came after we had given it up.
    const { id } = await pay()
    await report(id, 'authorize', undone)
    const client = await owning()
    await client.query('update transaction set undone_at = null where id = $1', [id])
    await client.end()
    await notify(id, 'SETTLEMENT_COMPLETED')
    const [{ id: contradiction }] = await of(id)
    const { status, body } = await command(contradiction, 'pay-back')
    expect([status, body.state]).toEqual([200, 'PAID_BACK'])
    const row = await until(
      () => read(id),
      ({ reversals }) => reversals.includes('REFUNDED'),
    )
    expect(row).toMatchObject({ status: 'SETTLEMENT_COMPLETED', refunded_amount: 5_000 })
    expect((await command(contradiction, 'pay-back')).body.code).toBe('contradiction_over')
  })

  it('of money that is only held releases it', async () => {
    const { id, contradiction } = await late('ABANDONED', 'AUTHORIZED')
    expect((await command(contradiction, 'pay-back')).status).toBe(200)
    const jobs = await kontor.databases.provider
      .selectFrom('outbox')
      .select('topic')
      .where('transaction_id', '=', id)
      .where('topic', '=', 'processor.void')
      .execute()
    expect(jobs).toHaveLength(1)
  })
})

describe('a contradiction', () => {
  it('is closed with a note and no other way, and changes nothing', async () => {
    const { id, contradiction } = await late()
    expect((await command(contradiction, 'close')).status).toBe(400)
    expect((await command(contradiction, 'close', { note: ' ' })).status).toBe(400)
    expect((await command(contradiction, 'close', { note: '4111 1111 1111 1111' })).status).toBe(400)
    expect((await command(contradiction, 'close', { note: 'paid back by hand' })).body).toMatchObject({
      ...{ state: 'CLOSED', note: 'paid back by hand' },
    })
    expect((await read(id)).status).toBe('ABANDONED')
    // The same report does not open it again.
    await notify(id, 'SETTLEMENT_COMPLETED')
    expect(await of(id)).toMatchObject([{ state: 'CLOSED' }])
  })

  it('that was ended opens again when the processor reports more, and another amount is another one', async () => {
    const { id, contradiction } = await late('ABANDONED', 'AUTHORIZED')
    await command(contradiction, 'close', { note: 'only held' })
    await notify(id, 'AUTHORIZED')
    expect(await of(id)).toMatchObject([{ state: 'CLOSED' }])
    await notify(id, 'SETTLEMENT_COMPLETED')
    const again = { id: contradiction, state: 'OPEN', they_say: 'SETTLEMENT_COMPLETED', note: null, resolved_by: null }
    expect(await of(id)).toMatchObject([again])
    await command(contradiction, 'close', { note: 'paid back by hand' })
    await notify(id, 'SETTLEMENT_COMPLETED', { amount: 4_000 })
    const open = (await of(id)).filter(({ state }: { state: string }) => state === 'OPEN')
    expect(open).toMatchObject([{ their_amount: 4_000, their_currency_code: 'EUR' }])
  })

  it('of a processor that lost the payment to another one can only be closed', async () => {
    const made = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED' })
    const id = await kontor.make.contradiction(shop, made, { superseded: true, we_say: 'REFUSED' })
    expect((await command(id, 'take-over')).body.code).toBe('contradiction_not_settleable')
    expect((await command(id, 'pay-back')).body.code).toBe('contradiction_not_settleable')
    expect((await command(id, 'close', { note: 'refunded there' })).status).toBe(200)
  })

  it('is nobody’s but the provider’s, and money is moved by the role for everything alone', async () => {
    const { contradiction } = await late()
    expect((await kontor.get(owner, '/v1/psp/contradiction')).status).toBe(403)
    const reader = await kontor.make.cookie({ roles: ['PSP_PROCESSOR_LIST', 'REFUND_ALL', 'TRANSACTION_ALL'] })
    expect((await kontor.get(reader, `/v1/psp/contradiction/${contradiction}`)).status).toBe(200)
    const editor = await kontor.make.cookie({ roles: ['PSP_PROCESSOR_ALL'] })
    for (const verb of ['take-over', 'pay-back'])
      expect((await command(contradiction, verb, {}, editor)).status).toBe(403)
    expect((await command(contradiction, 'close', { note: 'seen' }, reader)).status).toBe(403)
    expect((await command(contradiction, 'close', { note: 'seen' }, editor)).status).toBe(200)
    expect((await command(randomUUID(), 'close', { note: 'seen' }, editor)).status).toBe(404)
  })
})

describe('what a payment had decided', () => {
  /** A subscription whose first payment was declined. */
  const pastDue = async () => {
    const customer = await kontor.make.customer(shop.merchant)
    const card = await kontor.make.card(shop, customer, { token: 'test_declined_insufficient_funds' })
    const plan = await kontor.make.plan(shop, { amount: 5_000, interval: 'month' })
    const starts_on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const id = await kontor.make.subscription(shop, { plan, customer, card, status: 'ACTIVE', starts_on })
    const becomes = (status: string) =>
      until(
        async () => (await kontor.get(owner, `/v1/subscription/${id}`)).body,
        (row) => row.status === status,
        20_000,
      )
    await becomes('PAST_DUE')
    const [payment] = (await kontor.get(owner, `/v1/transaction?subscription=${id}`)).body
    return { id, payment, becomes }
  }
  const reportedPaid = async (id: string): Promise<string> => {
    await notify(id, 'SETTLEMENT_COMPLETED')
    return (await of(id))[0].id
  }

  it('follows it: a cycle stays paid by the payment that was taken over when another one of it is declined after that', {
    timeout: 60_000,
  }, async () => {
    const { id, payment, becomes } = await pastDue()
    const { id: second } = await kontor.make.transaction(shop, {
      ...{ status: 'INITIATED', subscription: id, amount: 5_000 },
    })
    expect((await command(await reportedPaid(payment.id), 'take-over')).status).toBe(200)
    await notify(second, 'DECLINED', { reason: 'insufficient_funds' })
    expect(await becomes('ACTIVE')).toMatchObject({ billing_cycle: 2, last_paid_cycle: 1 })
  })

  it('follows it: a cycle is paid by the payment that was taken over before the refusal of another one was acted on', {
    timeout: 60_000,
  }, async () => {
    const { id, payment, becomes } = await pastDue()
    const { id: second } = await kontor.make.transaction(shop, {
      ...{ status: 'INITIATED', subscription: id, amount: 5_000 },
    })
    const contradiction = await reportedPaid(payment.id)
    const client = await owning()
    // The engine acts on outcomes under this lock.
    await client.query('begin; select from subscription for update')
    await notify(second, 'DECLINED', { reason: 'insufficient_funds' })
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    await client.query('commit')
    await client.end()
    expect(await becomes('ACTIVE')).toMatchObject({ billing_cycle: 2, last_paid_cycle: 1 })
  })

  it('follows it: a cycle that the version before left with a declined payment is the other’s after the upgrade', {
    timeout: 60_000,
  }, async () => {
    const { id, payment, becomes } = await pastDue()
    const { id: second, created_at } = await kontor.make.transaction(shop, {
      ...{ status: 'INITIATED', subscription: id, amount: 5_000 },
    })
    expect((await command(await reportedPaid(payment.id), 'take-over')).status).toBe(200)
    const client = await owning()
    await client.query('begin; select from subscription for update')
    await notify(second, 'DECLINED', { reason: 'insufficient_funds' })
    await client.query(
      `update subscription_cycle set status = 'OPEN', transaction_created_at = $2, transaction_id = $3
       where subscription_id = $1`,
      [id, created_at, second],
    )
    const file = await readFile(new URL('../migrations/0051-two-captures.sql', import.meta.url), 'utf8')
    await client.query(/^update subscription_cycle[^;]+;/m.exec(file)?.[0] ?? '')
    await client.query('commit')
    await client.end()
    expect(await becomes('ACTIVE')).toMatchObject({ billing_cycle: 2, last_paid_cycle: 1 })
  })

  it('follows it: a cycle of a subscription is paid by the payment that was taken over, and owed once it is undone', {
    timeout: 60_000,
  }, async () => {
    const { payment, becomes } = await pastDue()
    await notify(payment.id, 'SETTLEMENT_COMPLETED')
    const [{ id: contradiction }] = await of(payment.id)
    expect((await command(contradiction, 'take-over')).status).toBe(200)
    expect(await becomes('ACTIVE')).toMatchObject({ billing_cycle: 2, last_paid_cycle: 1 })
    await report(payment.id, 'authorize', undone)
    expect(await becomes('PAST_DUE')).toMatchObject({ billing_cycle: 1, status_reason: 'money_did_not_arrive' })
  })

  it('follows it: a link takes its use again, unless another payment has used it up', async () => {
    const other = await kontor.make.merchant()
    const { provider } = kontor.databases
    const linked = async () => {
      const link = await kontor.make.paymentLink(other, { status: 'INITIATED' })
      const made = await kontor.make.transaction(other, { status: 'INITIATED', payment_link: link, amount: 5_000 })
      await provider.updateTable('transaction').set({ status: 'ABANDONED' }).where('id', '=', made.id).execute()
      return { link, made, contradiction: await kontor.make.contradiction(other, made) }
    }
    const readLink = (link: string) =>
      provider.selectFrom('payment_link').select(['status', 'uses', 'uses_reserved']).where('id', '=', link).execute()
    const paid = await linked()
    expect(await readLink(paid.link)).toEqual([{ status: 'INITIATED', uses: 0, uses_reserved: 0 }])
    expect((await command(paid.contradiction, 'take-over')).status).toBe(200)
    expect(await readLink(paid.link)).toEqual([{ status: 'DONE', uses: 1, uses_reserved: 1 }])
    // Undone: the link stays as it is, and its history says so.
    await provider.updateTable('transaction').set({ status: 'FAILED' }).where('id', '=', paid.made.id).execute()
    expect(await readLink(paid.link)).toEqual([{ status: 'DONE', uses: 1, uses_reserved: 1 }])
    const kinds = await provider
      .selectFrom('link_event')
      .select('kind')
      .where('payment_link_id', '=', paid.link)
      .execute()
    expect(kinds.map(({ kind }) => kind).slice(-2)).toContain('failed')
    const twice = await linked()
    await kontor.make.transaction(other, { status: 'INITIATED', payment_link: twice.link, amount: 5_000 })
    expect((await command(twice.contradiction, 'take-over')).status).toBe(200)
    expect(await readLink(twice.link)).toEqual([{ status: 'INITIATED', uses: 0, uses_reserved: 1 }])
  })
})

it('what was reported late before there were contradictions is one, and what was a refusal is none', async () => {
  const other = await kontor.make.merchant()
  const [money, refusal] = [1, 2].map(() => kontor.make.transaction(other, { status: 'DECLINED' }))
  const ids = [(await money)?.id, (await refusal)?.id]
  const file = await readFile(new URL('../migrations/0046-contradictions.sql', import.meta.url), 'utf8')
  const carry = /insert into contradiction[^;]+;/.exec(file)?.[0] ?? ''
  const client = await owning()
  await client.query('alter table payment_attempt add column late_status text')
  await client.query('alter table payment_attempt disable trigger a_ended')
  for (const [at, status] of ['SETTLEMENT_REQUESTED', 'CANCELLED'].entries())
    await client.query('update payment_attempt set late_status = $1 where transaction_id = $2', [status, ids[at]])
  await client.query(carry)
  await client.query('alter table payment_attempt enable trigger a_ended')
  await client.query('alter table payment_attempt drop column late_status')
  await client.end()
  expect(await of(ids[0] ?? '')).toMatchObject([
    { state: 'OPEN', kind: 'payment', superseded: true, we_say: 'DECLINED', they_say: 'SETTLEMENT_REQUESTED' },
  ])
  expect(await of(ids[1] ?? '')).toEqual([])
})

async function owning() {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  return client
}

describe('The mail about money that moved beside us says in words', () => {
  it.each([
    [{ superseded: true }, 'reports money of a payment that had gone on'],
    [{ they_say: 'SETTLEMENT_COMPLETED' }, 'reports money of a payment that had been abandoned'],
    [{ they_say: 'MADE_TWICE' }, 'may have charged a payment twice'],
    [{ kind: 'capture', they_say: 'MADE_TWICE' }, 'may have charged a payment twice'],
    [{ kind: 'refund', they_say: 'MADE_TWICE' }, 'may have refunded twice'],
  ] as const)('what happened: %o', async (said, words) => {
    const payment = await kontor.make.transaction(shop, { status: 'ABANDONED', amount: 5_000 })
    const contradiction = await kontor.make.contradiction(shop, payment, { ...said, state: 'CLOSED' })
    const { id: user } = await kontor.make.user({ roles: ['PSP_ALL'] })
    const make = makeIncidentMail({ databases: kontor.databases, publicUrl: 'https://kontor.example' })
    const mail = async (more: Record<string, string>) =>
      JSON.stringify((await make(incidentMail, { user, contradiction, ...more }, new Date()))?.content)
    const one = await mail({})
    for (const each of [words, '€50.00', `https://kontor.example/psp/contradictions/${contradiction}`])
      expect(one).toContain(each)
    const three = await mail({ number: '3' })
    for (const each of [
      '3 payments may have been',
      'the first of 3 reports',
      'https://kontor.example/psp/contradictions"',
    ])
      expect(three).toContain(each)
  })

  it('how much the processor reports, where it is other money than was asked for', async () => {
    const payment = await kontor.make.transaction(shop, { status: 'ABANDONED', amount: 5_000 })
    const contradiction = await kontor.make.contradiction(shop, payment, { their_amount: 4_200, state: 'CLOSED' })
    const { id: user } = await kontor.make.user({ roles: ['PSP_ALL'] })
    const make = makeIncidentMail({ databases: kontor.databases, publicUrl: 'https://kontor.example' })
    const { content } = (await make(incidentMail, { user, contradiction }, new Date())) ?? {}
    expect([JSON.stringify(content).includes('€42.00'), JSON.stringify(content).includes('€50.00')]).toEqual([
      true,
      false,
    ])
  })
})
