import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followUp, type Harness, payment, startHarness } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { cardRules } from './rules.ts'

let sandbox: Harness
beforeAll(async () => {
  sandbox = await startHarness({ SANDBOX_SLOW_REPLY_MS: '300' })
})
afterAll(() => sandbox.stop())

/** A request of each kind for one amount, on a payment that is large enough. */
async function requestOf(kind: Kind, amount: number) {
  if (kind === 'payment') return { path: '/v1/payments', body: payment({ amount }) }
  const paid = await sandbox.pay({ amount: 100_000, capture: kind === 'refund' })
  const path = { capture: 'capture', void: 'void', refund: 'refunds' }[kind]
  return { path: `/v1/payments/${paid.id}/${path}`, body: followUp({ amount }) }
}

const succeeded = {
  payment: 'SETTLEMENT_REQUESTED',
  capture: 'SETTLEMENT_REQUESTED',
  void: 'AUTHORIZATION_VOIDED',
  refund: 'PROCESSED',
} as const
const kinds = ['payment', 'capture', 'void', 'refund'] as const
type Kind = (typeof kinds)[number]
const isDone = (kind: Kind, status: string) => status === succeeded[kind] || status === 'SETTLEMENT_COMPLETED'

describe.each(kinds)('%s', (kind) => {
  const failed = kind === 'payment' ? 'DECLINED' : 'FAILED'
  const giveUp = () => AbortSignal.timeout(500)

  it('66601 fails', async () => {
    const { path, body } = await requestOf(kind, 66_601)
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: failed, reason: 'insufficient_funds' })
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ status: failed, reason: 'insufficient_funds' })
    await sandbox.receiver.untilStatus(body.reference, failed)
  })

  it('66602 is pending, then succeeds', async () => {
    const { path, body } = await requestOf(kind, 66_602)
    expect(await sandbox.post(path, body)).toMatchObject({ status: 'PENDING' })
    await sandbox.receiver.untilStatus(body.reference, succeeded[kind])
    expect(isDone(kind, (await sandbox.lookUp(body.reference)).status)).toBe(true)
  })

  it('66603 is pending, then fails', async () => {
    const { path, body } = await requestOf(kind, 66_603)
    expect(await sandbox.post(path, body)).toMatchObject({ status: 'PENDING' })
    await sandbox.receiver.untilStatus(body.reference, failed)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ status: failed, reason: 'do_not_honor' })
  })

  it('66610 does the work and never answers; repeated it does', async () => {
    const { path, body } = await requestOf(kind, 66_610)
    await expect(sandbox.send(path, body, giveUp())).rejects.toThrow()
    await until(async () => isDone(kind, (await sandbox.lookUp(body.reference)).status) || undefined)
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: succeeded[kind] })
  })

  it('66611 never answers and does nothing; repeated it does', async () => {
    const { path, body } = await requestOf(kind, 66_611)
    await expect(sandbox.send(path, body, giveUp())).rejects.toThrow()
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: succeeded[kind] })
  })

  it('66612 answers 500 and does nothing; repeated it does', async () => {
    const { path, body } = await requestOf(kind, 66_612)
    expect((await sandbox.send(path, body)).status).toBe(500)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: succeeded[kind] })
  })

  it('66613 does the work and answers 500', async () => {
    const { path, body } = await requestOf(kind, 66_613)
    expect((await sandbox.send(path, body)).status).toBe(500)
    expect(isDone(kind, (await sandbox.lookUp(body.reference)).status)).toBe(true)
  })

  it('66614 sends every notification three times with one id', async () => {
    const { path, body } = await requestOf(kind, 66_614)
    await sandbox.post(path, body)
    const copies = () => sandbox.receiver.of(body.reference).filter((news) => news.data.status === succeeded[kind])
    await until(() => copies().length === 3 || undefined)
    expect(new Set(copies().map((news) => news.id)).size).toBe(1)
  })

  it('66615 notifies late', async () => {
    const { path, body } = await requestOf(kind, 66_615)
    const started = Date.now()
    expect(await sandbox.post(path, body)).toMatchObject({ status: succeeded[kind] })
    await sandbox.receiver.untilStatus(body.reference, succeeded[kind])
    expect(Date.now() - started).toBeGreaterThanOrEqual(990)
  })

  it('66616 notifies of the second status before the first', async () => {
    const { path, body } = await requestOf(kind, 66_616)
    const { status: first } = await sandbox.post(path, body)
    await sandbox.receiver.untilStatus(body.reference, first)
    const statuses = sandbox.receiver.of(body.reference).map((news) => news.data.status)
    expect(statuses).toHaveLength(2)
    expect(statuses[0]).not.toBe(first)
  })

  it('66617 does the work and resets the connection', async () => {
    const { path, body } = await requestOf(kind, 66_617)
    await expect(sandbox.send(path, body)).rejects.toThrow()
    expect(isDone(kind, (await sandbox.lookUp(body.reference)).status)).toBe(true)
  })

  it('66618 does the work and answers half a document', async () => {
    const { path, body } = await requestOf(kind, 66_618)
    const reply = await sandbox.send(path, body)
    expect(reply.status).toBe(200)
    await expect(reply.json()).rejects.toThrow()
    expect(isDone(kind, (await sandbox.lookUp(body.reference)).status)).toBe(true)
  })

  it('66619 answers slowly', async () => {
    const { path, body } = await requestOf(kind, 66_619)
    const started = Date.now()
    expect(await sandbox.post(path, body)).toMatchObject({ status: succeeded[kind] })
    expect(Date.now() - started).toBeGreaterThanOrEqual(295)
  })

  it('66621 always answers 500 and never does anything', async () => {
    const { path, body } = await requestOf(kind, 66_621)
    for (let attempt = 0; attempt < 3; attempt++) expect((await sandbox.send(path, body)).status).toBe(500)
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
  })

  it.each([
    [66_640, 503],
    [66_642, 429],
  ])('%i answers %i not_begun once and does nothing; repeated it does', async (amount, code) => {
    const { path, body } = await requestOf(kind, amount)
    const first = await sandbox.send(path, body)
    expect([first.status, first.headers.get('retry-after')]).toEqual([code, '1'])
    expect(await first.json()).toMatchObject({ code: 'not_begun' })
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: succeeded[kind] })
  })

  it.each([
    [66_641, 503],
    [66_643, 429],
  ])('%i always answers %i not_begun and never does anything', async (amount, code) => {
    const { path, body } = await requestOf(kind, amount)
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await sandbox.post(path, body)).toMatchObject({ http: code, code: 'not_begun' })
    expect(await sandbox.lookUp(body.reference)).toMatchObject({ http: 404 })
  })

  it('66650 has no rule and is ordinary', async () => {
    const { path, body } = await requestOf(kind, 66_650)
    expect(await sandbox.post(path, body)).toMatchObject({ http: 200, status: succeeded[kind] })
  })
})

it.each(['payment', 'refund'] as const)(
  '66644 answers a %s slowly, and refuses the same reference meanwhile',
  async (kind) => {
    const { path, body } = await requestOf(kind, 66_644)
    const first = sandbox.post(path, body)
    await until(async () => (await sandbox.lookUp(body.reference)).http === 200 || undefined)
    expect(await sandbox.post(path, body)).toMatchObject({ http: 409, code: 'reference_in_use' })
    const done = await first
    expect(done).toMatchObject({ http: 200, status: succeeded[kind] })
    expect(await sandbox.post(path, body)).toEqual(done)
  },
)

it.each(['payment', 'capture'] as const)('66620 charges a %s back after settlement', async (kind) => {
  const { path, body } = await requestOf(kind, 66_620)
  const { payment_id } = await sandbox.post(path, body)
  const opened = await until(() =>
    sandbox.receiver.received.find((n) => n.type === 'chargeback' && n.data.payment_id === payment_id),
  )
  expect(opened.data).toMatchObject({ amount: 66_620, status: 'OPEN', reason_code: '10.4' })
  expect((await sandbox.lookUp(body.reference)).status).toBe('SETTLEMENT_COMPLETED')
})

describe('cards', () => {
  const immediate = { approve: 'AUTHORIZED', decline: 'DECLINED', authenticate: 'ACTION_REQUIRED' } as Record<
    string,
    string
  >

  it.each(cardRules)('$token: $says', async ({ token, card, behaviour }) => {
    const reply = await sandbox.pay({ card_token: token, capture: false })
    expect(reply).toMatchObject({ http: 200, card, status: immediate[behaviour.outcome] ?? 'PENDING' })
    if (behaviour.outcome === 'decline') expect(reply.reason).toBe(behaviour.reason)
    if (behaviour.outcome === 'pending_then_approve') await sandbox.receiver.untilStatus(reply.reference, 'AUTHORIZED')
    if (behaviour.outcome === 'pending_then_decline') await sandbox.receiver.untilStatus(reply.reference, 'DECLINED')
  })

  it('declines an unknown card, and refuses a card payment without one', async () => {
    expect(await sandbox.pay({ card_token: 'tok_other' })).toMatchObject({ status: 'DECLINED', reason: 'unknown_card' })
    expect(await sandbox.pay({ card_token: undefined })).toMatchObject({ http: 422, code: 'card_token_missing' })
  })

  it('test_out_of_order: settled is reported before authorized', async () => {
    const { id, reference } = await sandbox.pay({ card_token: 'test_out_of_order', capture: false })
    const captured = await sandbox.post(`/v1/payments/${id}/capture`, followUp())
    await sandbox.receiver.untilStatus(reference, 'AUTHORIZED')
    const order = sandbox.receiver.received.filter((news) => news.data.payment_id === id)
    expect(order.at(0)?.data.reference).toBe(captured.reference)
  })

  it.each(['ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik'])(
    '%s needs no card',
    async (product) => {
      const asked = { payment_product: product, card_token: undefined }
      expect(await sandbox.pay(asked)).toMatchObject({ status: 'SETTLEMENT_REQUESTED' })
    },
  )

  it.each(['paypal', 'klarna'])('%s can be held', async (product) => {
    const asked = { payment_product: product, card_token: undefined, capture: false }
    expect(await sandbox.pay(asked)).toMatchObject({ status: 'AUTHORIZED' })
  })

  it.each(['ideal', 'bancontact', 'sepa_debit', 'eps', 'blik'])(
    '%s is taken at once: nothing is done of an order that would hold it',
    async (product) => {
      const asked = { payment_product: product, card_token: undefined, capture: false }
      expect(await sandbox.pay(asked)).toMatchObject({ http: 422, code: 'capture_only_at_once' })
    },
  )
})
