import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/checking/verify-ledger.ts'
import { until } from '../harness.ts'
import { workedPrices } from '../money/ledger-house.ts'
import { makeTrade, type Trade } from './random-trade.ts'

let trade: Trade

beforeAll(async () => {
  trade = await makeTrade(600)
  await workedPrices(trade.kontor.make, [])
})
afterAll(() => trade.stop())

it('books random trade to the sums that plain SQL finds in payments and refunds, per merchant, currency and processor', async () => {
  await until(
    () => trade.sql('select from ledger_event union all select from ledger_day where history_from is not null'),
    (waiting) => waiting.length === 0,
  )
  const paid = await trade.sql(`
    select merchant_id, processor_id, currency_code, sum(amount)::text as amount, sum(n)::int as n from (
      select merchant_id, processor_id, currency_code, captured_amount as amount, 1 as n from transaction
        where status = 'SETTLEMENT_COMPLETED'
      union all
      select r.merchant_id, r.processor_id, t.currency_code, -r.amount, 1 from refund r join transaction t on t.id = r.transaction_id
        where r.status = 'PROCESSED') x
    group by 1, 2, 3 order by 1, 2, 3`)
  const booked = await trade.sql(`
    select merchant_id, sub_id as processor_id, currency_code, sum(debit - credit)::text as amount, sum(n)::int as n
    from ledger_balance where code = 20 group by 1, 2, 3 order by 1, 2, 3`)
  expect(booked).toEqual(paid)
  const organisations = await trade.sql(`
    select distinct l.organisation_id = t.organisation_id as same from ledger_transfer l join transaction t on t.id = l.transaction_id`)
  expect(organisations).toEqual([{ same: true }])
  const found = await verifyLedger(trade.kontor.databases.provider, () => new Date())
  expect(found).toMatchObject({ differences: 0, set_aside: 0 })
})

it('tells each merchant what it is owed, and the provider every account', async () => {
  const { kontor, a } = trade
  const owner = await kontor.make.cookie({ merchant: a.merchant, roles: ['USER_ALL'] })
  const { body } = await kontor.get(owner, '/v1/ledger/balance')
  const owed = await trade.sql(
    `select currency_code, sum(credit - debit)::text as payable from ledger_balance where merchant_id = $1 and code = 30
      group by 1 order by 1`,
    [a.merchant],
  )
  const told = body.balances.map((each: Record<string, unknown>) => ({
    currency_code: each.currency_code,
    payable: String(each.payable),
  }))
  expect(told).toEqual(owed)
  for (const { payable, payable_now, later } of body.balances)
    expect(payable_now + later.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(payable)

  const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  const { body: all } = await kontor.get(staff, '/v1/psp/ledger/balance')
  expect(all).toMatchObject({ waiting: 0, set_aside: 0 })
  expect(new Set(all.accounts.map(({ name }: { name: string }) => name))).toEqual(
    new Set(['processor_receivable', 'merchant_payable']),
  )
  expect(all.unpriced.count).toBeGreaterThan(0)
  expect((await kontor.get(owner, '/v1/psp/ledger/balance')).status).toBe(403)
})
