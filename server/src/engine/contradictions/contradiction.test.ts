import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { notifyOfPayment, reportOutcome, undone } from '../../../test/reports.ts'

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
  const url = 'http://127.0.0.1:9/hook'
  await kontor.databases.provider
    .updateTable('payment_profile')
    .set({ webhook_transaction_update: url, webhook_refund_update: url })
    .where('id', '=', shop.profile)
    .execute()
})
afterAll(() => kontor.stop())
afterEach(async () => {
  const { provider: db } = kontor.databases
  expect(await wrongSums(db, shop.merchant)).toEqual([])
  expect(await wrongSteps(db, shop.merchant)).toEqual([])
  expect(await wrongReserves(db, shop.merchant)).toEqual([])
  expect(await wrongAttempts(db, shop.merchant)).toEqual([])
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
/** A payment that waits for its payer: only reports change it. */
const awaiting = async (): Promise<string> => (await pay({ card_token: 'test_3ds_required' })).id
const contradictionsOf = (id: string) =>
  kontor.databases.provider.selectFrom('contradiction').selectAll().where('transaction_id', '=', id).execute()

describe('a success that comes after the end of a payment', () => {
  it.each(['ABANDONED', 'FAILED', 'CANCELLED', 'DECLINED'])(
    'of %s is a contradiction that the provider sees at once, and the payment stays as it was (check 11)',
    async (status) => {
      const id = await awaiting()
      expect(await notify(id, status, { reason: 'because' })).toBe(204)
      expect(await notify(id, 'SETTLEMENT_COMPLETED')).toBe(204)
      // Seen by the first look, without a wait.
      const seen = await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)
      expect(seen.body).toMatchObject([{ state: 'OPEN', we_say: status, they_say: 'SETTLEMENT_COMPLETED' }])
      const waits = (await kontor.get(staff, '/v1/attention')).body
      expect(waits).toContainEqual(expect.objectContaining({ item: 'contradictions' }))
      expect((await read(id)).status).toBe(status)
      expect(await contradictionsOf(id)).toMatchObject([
        { ...{ kind: 'payment', state: 'OPEN', we_say: status, they_say: 'SETTLEMENT_COMPLETED', our_amount: 5_000 } },
      ])
      const events = (await kontor.get(owner, `/v1/transaction/${id}/events`)).body
      expect(events.filter(({ kind }: { kind: string }) => kind === 'contradiction')).toMatchObject([
        { from_status: status, to_status: 'SETTLEMENT_COMPLETED', actor_kind: 'processor', amount: 5_000 },
      ])
    },
  )

  it('is one contradiction, however often and in whichever order it is reported, also two at once', async () => {
    const id = await awaiting()
    await notify(id, 'ABANDONED', { reason: 'because' })
    const reports = ['SETTLEMENT_COMPLETED', 'AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']
    await Promise.all([...reports, ...reports].map((status) => notify(id, status)))
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'OPEN', they_say: 'SETTLEMENT_COMPLETED' }])
  })

  it('is none when it is only an older report that came late', async () => {
    const id = await awaiting()
    for (const status of ['SETTLEMENT_COMPLETED', 'AUTHORIZED', 'SETTLEMENT_REQUESTED', 'PENDING'])
      await notify(id, status)
    const voided = (await pay({ capture: false })).id
    await kontor.post(owner, `/v1/transaction/${voided}/void`)
    await notify(voided, 'AUTHORIZED')
    expect((await read(voided)).status).toBe('AUTHORIZATION_VOIDED')
    expect([await contradictionsOf(id), await contradictionsOf(voided)]).toEqual([[], []])
  })

  it('of a voided authorization is one, and so is a void after the money was taken', async () => {
    const voided = (await pay({ capture: false })).id
    await kontor.post(owner, `/v1/transaction/${voided}/void`)
    await notify(voided, 'SETTLEMENT_COMPLETED')
    expect(await contradictionsOf(voided)).toMatchObject([{ kind: 'payment', we_say: 'AUTHORIZATION_VOIDED' }])
    const { id } = await pay()
    await notify(id, 'AUTHORIZATION_VOIDED')
    expect(await contradictionsOf(id)).toMatchObject([
      { kind: 'void', we_say: 'SETTLEMENT_REQUESTED', they_say: 'AUTHORIZATION_VOIDED' },
    ])
  })
})

describe('a refusal that comes after the money was held or taken', () => {
  it.each(['DECLINED', 'FAILED', 'ABANDONED'])(
    '(%s) is a contradiction, and the payment stays as it was',
    async (status) => {
      const held = (await pay({ capture: false })).id
      const taken = (await pay()).id
      for (const id of [held, taken]) {
        const { status: ours } = await read(id)
        for (const _ of [1, 2]) await notify(id, status, { reason: 'because' })
        expect((await read(id)).status).toBe(ours)
        expect(await contradictionsOf(id)).toMatchObject([
          { kind: 'payment', state: 'OPEN', we_say: ours, they_say: status },
        ])
      }
    },
  )

  it('is none when the payment can still come to it', async () => {
    const { id } = await pay({ capture: false })
    await notify(id, 'CANCELLED', { reason: 'because' })
    expect([(await read(id)).status, await contradictionsOf(id)]).toEqual(['CANCELLED', []])
  })
})

describe('a report of other money', () => {
  it.each([{ amount: 4_900 }, { currency_code: 'USD' }])('(%j) is a contradiction, and not applied', async (other) => {
    const id = await awaiting()
    for (const _ of [1, 2]) await notify(id, 'SETTLEMENT_COMPLETED', other)
    expect((await read(id)).status).toBe('INITIATED')
    expect(await contradictionsOf(id)).toMatchObject([
      {
        ...{ kind: 'payment', we_say: 'INITIATED', they_say: 'SETTLEMENT_COMPLETED', our_amount: 5_000 },
        ...{ their_amount: other.amount ?? 5_000, their_currency_code: other.currency_code ?? 'EUR' },
      },
    ])
  })
})

describe('a report in words that nobody knows', () => {
  const close = (id: string) => kontor.post(staff, `/v1/psp/contradiction/${id}/close`, { note: 'asked the processor' })

  it('is one contradiction at each payment that it names, with its money, however often it comes', async () => {
    for (const amount of [5_000, 4_000, 4_000]) {
      const id = await awaiting()
      for (const _ of [1, 2, 3]) expect(await notify(id, 'PARTIALLY_AUTHORIZED', { amount })).toBe(204)
      expect((await read(id)).status).toBe('INITIATED')
      const [only, ...more] = await contradictionsOf(id)
      expect(only).toMatchObject({ kind: 'not_understood', state: 'OPEN', we_say: 'INITIATED', their_amount: amount })
      expect(only?.they_say).toContain('PARTIALLY_AUTHORIZED')
      expect(more).toEqual([])
      const { body: events } = await kontor.get(owner, `/v1/transaction/${id}/events`)
      expect(events.filter(({ kind }: { kind: string }) => kind === 'contradiction')).toHaveLength(1)
      // A person has seen it. Its repetition is nothing new.
      if (only) expect((await close(only.id)).status).toBe(200)
      await notify(id, 'PARTIALLY_AUTHORIZED', { amount })
      expect(await contradictionsOf(id)).toMatchObject([{ state: 'CLOSED' }])
    }
  })

  it('is one contradiction for its word where it names no order of ours, and opens again after a person ended it', async () => {
    const kept = kontor.databases.provider
      .selectFrom('contradiction')
      .selectAll()
      .where('merchant_id', '=', shop.merchant)
      .where('they_say', 'like', '%NEVER_HEARD')
    for (const _ of [1, 2, 3]) await notify(randomUUID(), 'NEVER_HEARD')
    const [only, ...more] = await kept.execute()
    expect([only?.state, only?.transaction_id, more]).toEqual(['OPEN', null, []])
    if (only) expect((await close(only.id)).status).toBe(200)
    for (const _ of [1, 2, 3]) await notify(randomUUID(), 'NEVER_HEARD')
    expect(await kept.execute()).toMatchObject([{ id: only?.id, state: 'OPEN', note: null, resolved_at: null }])
    const { changes } = (await kontor.get(staff, `/v1/psp/contradiction/${only?.id}/history`)).body
    expect(changes.map(({ command }: { command: string | null }) => command)).toContain('close-contradiction')
  })
})

describe('a payment whose money the processor took back', () => {
  it.each([
    ['before it was settled', ['SETTLEMENT_REQUESTED']],
    ['after it was settled', ['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']],
  ])('%s has failed, and the shop’s system is told (check 10)', async (_, statuses) => {
    const { id } = await pay()
    for (const status of statuses) await notify(id, status)
    await report(id, 'authorize', undone)
    expect(await read(id)).toMatchObject({ status: 'FAILED', status_reason: 'capture_failed' })
    expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 100 })).body.code).toBe(
      'transaction_not_refundable',
    )
    const told = await kontor.databases.provider
      .selectFrom('webhook')
      .select('status')
      .where('item_id', '=', id)
      .where('status', '=', 'FAILED')
      .execute()
    expect(told).toHaveLength(1)
    expect(await contradictionsOf(id)).toEqual([])
  })

  const orders = (items: string[]): string[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, at) => orders(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]))
  const outcomes: Record<string, object> = {
    CAPTURED: { status: 'SETTLEMENT_REQUESTED' },
    SETTLED: { status: 'SETTLEMENT_COMPLETED' },
    AUTHORIZED: { status: 'AUTHORIZED' },
    UNDONE: undone,
  }

  it.each(orders(['AUTHORIZED', 'CAPTURED', 'SETTLED', 'UNDONE']))(
    'ends the same in the order %s, %s, %s, %s, each of them three times (check 13)',
    { timeout: 30_000 },
    async (...order) => {
      const id = await awaiting()
      for (const word of [...order, ...order, ...order]) await report(id, 'authorize', outcomes[word] ?? {})
      expect(await read(id)).toMatchObject({
        status: 'FAILED',
        status_reason: 'capture_failed',
        captured_amount: 5_000,
      })
      expect((await contradictionsOf(id)).filter(({ state }) => state === 'OPEN')).toEqual([])
    },
  )

  it.each(orders(['CAPTURED', 'SETTLED', 'UNDONE']))(
    'by a capture of a part ends the same in the order %s, %s, %s',
    async (...order) => {
      const { id } = await pay({ capture: false })
      // The sandbox captures at once; the payment is put back to where a processor that tells later would leave it.
      const job = randomUUID()
      await kontor.databases.provider
        .insertInto('outbox')
        .values({
          ...{ merchant_id: shop.merchant, id: job, topic: 'processor.capture', transaction_id: id },
          transaction_created_at: (await read(id)).created_at,
          payload: JSON.stringify({ amount: 4_000 }),
          next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
        })
        .execute()
      for (const word of [...order, ...order]) await report(id, 'capture', outcomes[word] ?? {})
      expect(await read(id)).toMatchObject({ status: 'FAILED', captured_amount: 4_000 })
      expect(await contradictionsOf(id)).toEqual([])
    },
  )

  it('and of which the payer already got money back is a contradiction', async () => {
    const { id } = await pay()
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 2_000 })
    await until(
      () => read(id),
      (row) => row.refunded_amount === 2_000,
    )
    await report(id, 'authorize', undone)
    expect((await read(id)).status).toBe('FAILED')
    expect(await contradictionsOf(id)).toMatchObject([{ we_say: 'REFUNDED', they_say: 'UNDONE', our_amount: 2_000 }])
    await report(id, 'authorize', undone)
    expect(await contradictionsOf(id)).toHaveLength(1)
  })
})

describe('a refund that came back', () => {
  const refunded = async () => {
    const { id } = await pay()
    const { body } = await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })
    expect(body.status).toBe('PROCESSED')
    return { id, refund: body.id }
  }
  const cameBack = { status: 'FAILED', reason: 'account_closed', undone: true }

  it('has failed, as the shop’s system is told, its money may be refunded again, and the payment no longer says that it was refunded (check 10)', async () => {
    const { id, refund } = await refunded()
    expect(await read(id)).toMatchObject({ refunded_amount: 5_000, reversals: ['REFUNDED'] })
    await report(id, 'refund', cameBack)
    expect((await kontor.get(owner, `/v1/refund/${refund}`)).body).toMatchObject({
      ...{ status: 'FAILED', status_reason: 'account_closed' },
    })
    expect(await read(id)).toMatchObject({ refunded_amount: 0, reversals: [] })
    // A repetition of the older success changes nothing.
    await report(id, 'refund', { status: 'PROCESSED' })
    await report(id, 'refund', cameBack)
    expect((await kontor.get(owner, `/v1/refund/${refund}`)).body.status).toBe('FAILED')
    expect(await contradictionsOf(id)).toEqual([])
    const told = await kontor.databases.provider
      .selectFrom('webhook')
      .select('status')
      .where('item_id', '=', refund)
      .execute()
    expect(told.map(({ status }) => status)).toContain('FAILED')
    // The sandbox keeps to its own books and may refuse it.
    expect((await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 5_000 })).status).toBe(201)
  })

  it('without a word that it was taken back, or made after it had failed, is a contradiction', async () => {
    const { id } = await refunded()
    await report(id, 'refund', { status: 'FAILED', reason: 'account_closed' })
    expect(await contradictionsOf(id)).toMatchObject([{ kind: 'refund', we_say: 'PROCESSED', they_say: 'FAILED' }])
    const other = await refunded()
    await report(other.id, 'refund', cameBack)
    await kontor.databases.provider
      .updateTable('refund')
      .set({ undone_at: null })
      .where('id', '=', other.refund)
      .execute()
    await report(other.id, 'refund', { status: 'PROCESSED' })
    await report(other.id, 'refund', { status: 'PROCESSED' })
    expect(await contradictionsOf(other.id)).toMatchObject([
      { kind: 'refund', we_say: 'FAILED', they_say: 'PROCESSED', refund_id: other.refund },
    ])
    expect((await read(other.id)).refunded_amount).toBe(0)
  })
})
