import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { playOtherPayouts } from '../../../test/gateways/other-news.ts'
import { eventOf, signed, webhookSecret } from '../../../test/gateways/stripe/stripe.events.ts'
import { paidOut, secretKey, stripeFake } from '../../../test/gateways/stripe/stripe.fake.ts'
import { type Connection, FetchRefused, FileUnreadable, type SettlementLine } from '../gateway.ts'
import { readNotification } from './notifications.ts'
import { stripeSettlements } from './settlements.ts'

const stripe = stripeFake()
let fake: FakeGateway
beforeAll(async () => {
  fake = await startFake(stripe.kind)
}, 120_000)
afterAll(() => fake.stop())
afterEach(() => {
  stripe.payouts.length = 0
  fake.check()
})

const connection = (credential: Record<string, string> = { secret_key: secretKey }): Connection => ({
  ...{ addresses: fake.addresses, mode: 'test', credential, timeout_ms: 30_000, onExchange: () => {} },
})

async function filesAfter(read?: string) {
  const files = []
  for await (const file of stripeSettlements.fetch(connection(), read === undefined ? {} : { read })) files.push(file)
  return files
}
async function linesIn(content: Buffer): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = []
  for await (const line of stripeSettlements.read(content, {})) lines.push(line)
  return lines
}
async function linesOf(moved: Parameters<typeof paidOut>[1]['moved']) {
  paidOut(stripe, { id: 'po_1', created: 1_764_000_000, moved })
  const [file] = await filesAfter()
  return linesIn(file && 'content' in file ? file.content : Buffer.from(''))
}
const payment = (more: object = {}) => ({
  ...{ reporting_category: 'charge', amount: 10_000, fee: 175, source: 'charge' as const, ...more },
})

describe(`What Stripe paid out, held against ${stripe.kind.document.from} (check 1)`, () => {
  it('is a file for each automatic payout, oldest first, and goes on after the last one', async () => {
    for (const created of [1_764_000_000, 1_764_086_400, 1_764_172_800])
      paidOut(stripe, { id: `po_${created}`, created, moved: [payment()] })
    const all = await filesAfter()
    expect(all.map(({ batch }) => batch)).toEqual(['1764000000', '1764086400', '1764172800'])
    // One of the same second may not have been there before; what was comes again as the same file.
    const [again, next, ...rest] = await filesAfter('1764086400')
    expect([again, next?.batch, rest]).toEqual([all[1], '1764172800', []])
  })

  it('waits for a payout that is not reconciled, and names one of which Stripe does not say what it consists of', async () => {
    paidOut(stripe, { id: 'po_1', created: 1_764_000_000, reconciliation_status: 'not_applicable', moved: [] })
    paidOut(stripe, { id: 'po_2', created: 1_764_000_001, moved: [payment()] })
    paidOut(stripe, { id: 'po_3', created: 1_764_000_002, reconciliation_status: 'in_progress', moved: [] })
    paidOut(stripe, { id: 'po_4', created: 1_764_000_003, moved: [payment()] })
    const [byHand, ...others] = await filesAfter()
    expect(byHand).toEqual({ batch: '1764000000', missed: 'file_not_itemized' })
    expect(others.map(({ batch }) => batch)).toEqual(['1764000001'])
    // It was named once.
    expect((await filesAfter('1764000000')).map(({ batch }) => batch)).toEqual(['1764000001'])
  })

  it('has all pages of a payout and of its transactions', async () => {
    for (let made = 0; made < 101; made++)
      paidOut(stripe, { id: `po_${made}`, created: 1_764_000_000 + made, moved: [payment()] })
    paidOut(stripe, { id: 'po_large', created: 1_765_000_000, moved: Array.from({ length: 85 }, () => payment()) })
    const files = await filesAfter('1764000100')
    expect(files).toHaveLength(2)
    const last = files[1]
    expect(await linesIn(last && 'content' in last ? last.content : Buffer.from(''))).toHaveLength(86)
    expect(await filesAfter()).toHaveLength(102)
  }, 60_000)

  it('is refused to a key that may not see payouts', async () => {
    const other = connection({ secret_key: 'sk_test_wrong' })
    const fetched = stripeSettlements.fetch(other, {})[Symbol.asyncIterator]().next()
    await expect(fetched).rejects.toThrow(FetchRefused)
    const said = { ok: false, field: 'secret_key', problem: 'credential_refused' }
    expect(await stripeSettlements.test(other)).toEqual(said)
    expect(await stripeSettlements.test(connection({ secret_key: 'rk_live_51' }))).toEqual({
      ...said,
      problem: 'wrong_mode',
    })
    expect(await stripeSettlements.test(connection())).toEqual({ ok: true, account: 'acct_1Kontor' })
    expect(await stripeSettlements.test(connection({ account_id: 'acct_2' }))).toEqual({ ok: true, account: 'acct_2' })
  })

  it('is announced by an event', () => {
    const read = (type: string, object: object) =>
      readNotification({ ...connection({ webhook_secret: webhookSecret }) }, signed(eventOf(type, object)))
    const { payout } = paidOut(stripe, { id: 'po_1', created: 1_764_000_000, moved: [] })
    expect(read('payout.reconciliation_completed', payout)).toMatchObject([
      { about: 'settlement', batch: '1764000000' },
    ])
    expect(read('payout.failed', payout)).toMatchObject([{ about: 'unknown', type: 'payout.failed' }])
    expect(read('payout.paid', payout)).toEqual([])
  })
})

describe('A line of a payout', () => {
  const moved = [
    payment({ notes: { kontor: 'order-1' } }),
    { reporting_category: 'refund', amount: -2_000, fee: 0, source: 'refund' as const, notes: { kontor: 'refund-1' } },
    {
      reporting_category: 'dispute',
      amount: -5_000,
      fee: 1_500,
      source: 'dispute' as const,
      notes: { kontor: 'order-2' },
    },
    { reporting_category: 'fee', amount: -130, fee: 0, source: null },
  ]
  playOtherPayouts(
    { settlements: stripeSettlements, connection: () => connection() },
    () => void paidOut(stripe, { id: 'po_1', created: 1_764_000_000, moved }),
    [],
  )

  it('of a payment has its money, what it cost, our reference and that of its capture before it', async () => {
    const [line] = await linesOf([payment({ notes: { kontor: 'order-1' } })])
    expect(line).toEqual({
      ...{ line: 2, kind: 'payment', type: 'charge', batch: 'po_1', currency_code: 'EUR', reference: 'order-1' },
      ...{ id: 'pi_of_txn_1', payment_id: 'pi_of_txn_1', booked_at: '2025-11-24T16:00:00.000Z' },
      amounts: { gross: 10_000, net: 9_825, interchange: 0, scheme_fees: 0, markup: 0, commission: 175 },
      money: { amount: 10_000, currency_code: 'EUR' },
      source: expect.objectContaining({ reporting_category: 'charge', gross: '100.00' }),
    })
  })

  it('of a part that was captured has the part, of which Stripe says the whole and what it gave back', async () => {
    const back = { reporting_category: 'partial_capture_reversal', amount: -4_000, fee: -60, source: 'refund' as const }
    const captured = payment({ notes: { kontor: 'order-1', kontor_capture: 'capture-1' }, payment: 'pi_1' })
    const lines = await linesOf([captured, { ...back, payment: 'pi_1' }])
    expect(lines.map(({ kind }) => kind)).toEqual(['payment', 'payout'])
    expect(lines[0]).toMatchObject({
      reference: 'capture-1',
      amounts: { gross: 6_000, net: 5_885, commission: 115 },
      money: { amount: 6_000, currency_code: 'EUR' },
    })
  })

  it('of a payment in another currency has both amounts', async () => {
    const [line] = await linesOf([payment({ amount: 9_300, fee: 200, facing: { amount: 10_000, currency: 'usd' } })])
    expect(line).toMatchObject({
      amounts: { gross: 9_300, net: 9_100, commission: 200 },
      money: { amount: 10_000, currency_code: 'USD' },
    })
  })

  it.each([
    ['refund', 'refund', -2_000, 'refund', { reference: 'refund-1', id: 're_of_txn_1' }],
    ['refund_failure', 'refund_reversed', 2_000, 'refund', { reference: 'refund-1' }],
    ['dispute', 'chargeback', -5_000, 'dispute', { reference: 'order-1', id: 'du_of_txn_1' }],
    ['dispute_reversal', 'chargeback_reversed', 5_000, 'dispute', { reference: 'order-1' }],
    ['fee', 'fee', -130, null, {}],
    ['payout_reversal', 'correction', 9_000, null, {}],
    ['lottery', 'other', 9_000, null, { problem: 'type_unknown' }],
  ] as const)('of the category %s is of the kind %s', async (reporting_category, kind, amount, source, more) => {
    const notes = source === 'refund' ? { kontor: 'refund-1' } : { kontor: 'order-1' }
    const [line] = await linesOf([{ reporting_category, amount, fee: 0, source, notes }])
    expect(line).toMatchObject({ kind, amounts: { gross: amount, net: amount }, ...more })
  })

  it.each([
    ['jpy', 10_000, 10_000],
    ['isk', 10_000, 100],
    ['kwd', 10_000, 10_000],
  ])('counts %s as Stripe does (check 15)', async (currency, amount, ours) => {
    const [line] = await linesOf([payment({ amount, fee: 0, currency })])
    expect(line).toMatchObject({ amounts: { gross: ours }, money: { amount: ours } })
  })

  it('of the report that a person downloads is read as well, and another file is refused', async () => {
    const csv = `automatic_payout_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,customer_facing_amount,customer_facing_currency,description
po_9,2026-11-20 10:15:30,eur,25.00,0.60,24.40,charge,ch_1,pi_1,25.00,eur,x`
    expect(await linesIn(Buffer.from(csv))).toMatchObject([{ payment_id: 'pi_1', amounts: { net: 2_440 } }])
    await expect(linesIn(Buffer.from('a,b\n1,2'))).rejects.toThrow(FileUnreadable)
  })
})
