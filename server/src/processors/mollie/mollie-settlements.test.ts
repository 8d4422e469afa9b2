import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFake } from '../../../test/gateways/fake-gateway.ts'
import { mollieDocument } from '../../../test/gateways/mollie.document.ts'
import { mollieKind, mollieToken, settle, settled } from '../../../test/gateways/mollie.fake.ts'
import { playOtherPayouts } from '../../../test/gateways/other-news.ts'
import { type Connection, FetchRefused, OutcomeUnknown, type SettlementLine } from '../gateway.ts'
import { mollieSettlements } from './mollie-settlements.ts'

let fake: FakeGateway
beforeAll(async () => {
  fake = await startFake(mollieKind)
}, 120_000)
afterAll(() => fake.stop())
afterEach(() => {
  settled.length = 0
  fake.check()
})

const credential = { access_token: mollieToken, profile_id: 'pfl_QkEhN94Ba' }
const connection = (more: Partial<Connection> = {}): Connection => ({
  ...{ addresses: fake.addresses, mode: 'live', credential, timeout_ms: 30_000, onExchange: () => {} },
  ...more,
})
async function filesAfter(read?: string) {
  const files = []
  for await (const file of mollieSettlements.fetch(connection(), read === undefined ? {} : { read })) files.push(file)
  return files
}
async function linesOf(of: Omit<Parameters<typeof settle>[0], 'id' | 'createdAt'>): Promise<SettlementLine[]> {
  settle({ id: 'stl_1', createdAt: '2026-11-20T10:00:00+00:00', ...of })
  const [file] = await filesAfter()
  const lines: SettlementLine[] = []
  for await (const line of mollieSettlements.read(
    file && 'content' in file ? file.content : Buffer.from(''),
    credential,
  ))
    lines.push(line)
  return lines
}
const payment = (more: object = {}) => ({ id: 'tr_1', value: '100.00', note: 'order-1', ...more })

describe('An answer of Mollie about what it paid out', () => {
  const line = (id: string, paymentId: string, value: string, more: object = {}) => ({ id, paymentId, value, ...more })
  playOtherPayouts(
    { settlements: mollieSettlements, connection: () => connection() },
    () =>
      settle({
        ...{ id: 'stl_1', createdAt: '2026-11-20T10:00:00+00:00', amount: '87.70' },
        payments: [payment({ value: '100.00' }), payment({ id: 'tr_2', value: '30.00', note: 'order-2' })],
        captures: [line('cpt_1', 'tr_2', '20.00', { note: 'capture-1', of: 'order-2' })],
        refunds: [line('re_1', 'tr_1', '10.00', { note: 'refund-1', of: 'order-1' })],
        chargebacks: [line('chb_1', 'tr_1', '20.00', { of: 'order-1' })],
        costs: [{ description: 'iDEAL', amountGross: '2.30' }],
      }),
    [],
  )
})

describe(`What Mollie paid out, held against ${mollieDocument.from} (check 1)`, () => {
  it('is a file for each settlement that is over, oldest first, and goes on after the last one', async () => {
    const days = ['2026-11-18', '2026-11-19', '2026-11-20']
    for (const day of days)
      settle({ id: `stl_${day}`, createdAt: `${day}T10:00:00+00:00`, amount: '100.00', payments: [payment()] })
    settle({ id: 'stl_next', createdAt: '2026-11-21T10:00:00+00:00', amount: '0.00', status: 'pending' })
    const seconds = days.map((day) => String(Date.parse(`${day}T10:00:00Z`) / 1_000))
    const all = await filesAfter()
    expect(all.map(({ batch }) => batch)).toEqual(seconds)
    // One of the same second may not have been there before; what was comes again as the same file.
    const [again, next, ...rest] = await filesAfter(seconds[1])
    expect([again, next?.batch, rest]).toEqual([all[1], seconds[2], []])
  })

  it('has all pages', async () => {
    const payments = Array.from({ length: 130 }, (_, made) => payment({ id: `tr_${made}`, value: '1.00' }))
    expect(await linesOf({ amount: '130.00', payments })).toHaveLength(131)
  })

  it('ends at a gateway whose pages do not, full or empty', async () => {
    const settlement = { id: 'stl_1', status: 'paidout', createdAt: '2026-11-20T10:00:00+00:00' }
    const full = { ...settlement, amount: { value: '1.00', currency: 'EUR' } }
    for (const settlements of [[full], []]) {
      const server = createServer((request, reply) => {
        const next = { href: `https://api.mollie.com${request.url}&from=stl_1` }
        reply.setHeader('content-type', 'application/hal+json')
        reply.end(JSON.stringify({ _embedded: { settlements }, _links: { next } }))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      // The address of a listening server is no text.
      const addresses = { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
      const files = mollieSettlements.fetch(connection({ addresses }), {})[Symbol.asyncIterator]()
      await expect(files.next()).rejects.toThrow(OutcomeUnknown)
      server.close()
    }
  })

  it('is refused to a token that may not see settlements, and of a profile that the organization does not have', async () => {
    const wrong = connection({ credential: { ...credential, access_token: 'access_another' } })
    await expect(mollieSettlements.fetch(wrong, {})[Symbol.asyncIterator]().next()).rejects.toThrow(FetchRefused)
    const field = 'access_token'
    expect(await mollieSettlements.test(wrong)).toEqual({ ok: false, field, problem: 'credential_refused' })
    expect(await mollieSettlements.test(connection({ mode: 'test' }))).toEqual({
      ok: false,
      field,
      problem: 'wrong_mode',
    })
    const other = connection({ credential: { ...credential, profile_id: 'pfl_another' } })
    const said = { ok: false, field: 'profile_id', problem: 'wrong_account' }
    expect(await mollieSettlements.test(other)).toEqual(said)
    expect(await mollieSettlements.test(connection())).toEqual({ ok: true, account: 'pfl_QkEhN94Ba' })
  })
})

describe('A line of a settlement', () => {
  it('of a payment has its money and our reference, and the costs of all are a line', async () => {
    const costs = [
      { description: 'iDEAL', amountGross: '2.5410' },
      { description: 'Refunds', amountGross: '0.6050' },
    ]
    const lines = await linesOf({ amount: '96.85', payments: [payment()], costs })
    expect(lines.map(({ kind, amounts, problem }) => [kind, amounts?.net, problem])).toEqual([
      ['payment', 10_000, undefined],
      ['fee', -315, undefined],
      ['payout', -9_685, undefined],
    ])
    expect(lines[0]).toMatchObject({
      ...{ reference: 'order-1', id: 'tr_1', payment_id: 'tr_1', batch: 'stl_1', currency_code: 'EUR' },
      ...{ money: { amount: 10_000, currency_code: 'EUR' }, booked_at: '2026-11-19T10:00:00.000Z' },
    })
  })

  it('of a captured payment is that of its capture, and not of the payment once more', async () => {
    const captures = [{ id: 'cpt_1', paymentId: 'tr_1', value: '60.00', note: 'capture-1' }]
    const lines = await linesOf({ amount: '60.00', captures, payments: [payment()] })
    expect(lines.map(({ type, reference }) => [type, reference])).toEqual([
      ['capture', 'capture-1'],
      ['settlement', undefined],
    ])
  })

  it('of a refund or a chargeback takes money, unless it came back', async () => {
    const refunds = [
      { id: 're_1', paymentId: 'tr_1', value: '20.00', note: 'refund-1' },
      { id: 're_2', paymentId: 'tr_1', value: '5.00', settlement: '5.00', note: 'refund-2' },
    ]
    const chargebacks = [{ id: 'chb_1', paymentId: 'tr_1', value: '30.00', of: 'order-1' }]
    const lines = await linesOf({ amount: '55.00', payments: [payment()], refunds, chargebacks })
    expect(lines.map(({ kind, reference, amounts }) => [kind, reference, amounts?.net])).toEqual([
      ['payment', 'order-1', 10_000],
      ['refund', 'refund-1', -2_000],
      ['refund_reversed', 'refund-2', 500],
      ['chargeback', 'order-1', -3_000],
      ['payout', undefined, -5_500],
    ])
  })

  it('of another currency has both amounts, and is not understood without the one of the account', async () => {
    const usd = payment({ currency: 'USD', settlement: '93.00' })
    const [line] = await linesOf({ amount: '93.00', payments: [usd] })
    expect(line).toMatchObject({ amounts: { gross: 9_300 }, money: { amount: 10_000, currency_code: 'USD' } })
    settled.length = 0
    const unsaid = payment({ currency: 'USD', settlement: null })
    const lines = await linesOf({ amount: '93.00', payments: [unsaid] })
    expect(lines.map(({ problem }) => problem)).toEqual(['amount_unreadable', 'does_not_add_up'])
  })

  it('of another profile is none of the account, and so are costs that nobody can tell apart', async () => {
    const costs = [{ description: 'iDEAL', amountGross: '1.00' }]
    const payments = [payment(), payment({ id: 'tr_2', profileId: 'pfl_other' })]
    const lines = await linesOf({ amount: '199.00', payments, costs })
    expect(lines.map(({ problem }) => problem)).toEqual([undefined, 'other_account', 'other_account', undefined])
  })

  it('of what was paid out says when the others are not that much', async () => {
    const lines = await linesOf({ amount: '99.00', payments: [payment()] })
    expect(lines.at(-1)).toMatchObject({ kind: 'payout', problem: 'does_not_add_up' })
  })
})
