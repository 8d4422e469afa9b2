import { randomUUID } from 'node:crypto'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { newLine } from '@kontor/contract/pricing/new-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { camtOf } from '../../test/money/camt.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import { openIban } from '../bank-accounts/sealed-iban.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import type { Actor } from '../platform/db/actor.ts'
import { providerId } from '../platform/db/ids.ts'
import { listRows, requireRow } from '../platform/rows/list.ts'
import { ageingSource } from '../reports/booked/ageing.rows.ts'
import { termsOf } from '../settlements/profiles/terms.ts'
import { updateSettlementProfile } from '../settlements/profiles/update-settlement-profile.ts'
import { dueBooks } from '../settlements/runs/due-books.ts'
import { exchangeOf } from '../settlements/runs/exchange.ts'
import { runSettlements } from '../settlements/runs/run-settlements.ts'
import { verifySettlements } from '../settlements/runs/verify-settlements.ts'
import { pspSettlementSource } from '../settlements/settlement.rows.ts'
import { statementFile } from '../settlements/statement/camt053.ts'
import { settlementStatement } from '../settlements/statement/settlement-statement.ts'
import { approvePayout } from './approve-payout.ts'
import { approvePaymentOrder } from './orders/approve-payment-order.ts'
import { createPaymentOrder } from './orders/create-payment-order.ts'
import { takePaymentOrderFile } from './orders/take-payment-order-file.ts'
import { addBankStatement } from './statements/add-bank-statement.ts'

const person = (name: string): Actor => ({
  ...{ kind: 'user', id: randomUUID(), name, psp: true, roles: ['PSP_ALL'] },
  ...{ scope: { merchant: null }, time_zone: 'UTC' },
})
const [ada, bob] = [person('Ada'), person('Bob')]
const now = new Date()
const longAgo = new Date('2054-01-01T00:00:00Z')
let house: LedgerHouse
let shop: MadeMerchant
let profile: string
let account: string
let debit: string
let say: ReturnType<typeof camtOf>

const rate = (currency: string, day: string, units: string) =>
  house.rows(
    `insert into exchange_rate (currency_code, day, rate, source, fetched_at) values ($1, $2, $3, 'The bank', now())`,
    [currency, day, units],
  )
async function morningOf(day: string) {
  await house.post()
  await house.clockTo(`${day}T09:00:00Z`)
  await closeDays(house.databases.provider)
  const problems: unknown[] = []
  await runSettlements({ databases: house.databases, now: () => now, onProblem: (error) => problems.push(error) })
  expect(problems).toEqual([])
}
const settlements = async (currency: string) => {
  const rows = await house.rows<{ id: string }>(
    'select id from settlement where merchant_id = $1 and currency_code = $2 order by upper(covers)',
    [shop.merchant, currency],
  )
  return Promise.all(rows.map(({ id }) => house.by(ada, (trx) => requireRow(pspSettlementSource, trx, ada, id))))
}
const lastOf = async (currency: string) => {
  const row = (await settlements(currency)).at(-1)
  if (!row) throw new Error('no settlement')
  return row as unknown as { id: string; number: string } & Record<string, unknown>
}
const bookedOf = async (id: string) =>
  (
    await house.rows<{ said: string }>(
      `select concat_ws(' ', k.name, t.amount, t.currency_code, t.available_on) as said
        from ledger_transfer t join ledger_kind k using (kind) where t.subject_id = $1 order by t.seq`,
      [id],
    )
  ).map(({ said }) => said)
const sound = async () => [
  (await verifyLedger(house.databases.provider, () => now))?.examples,
  await verifySettlements(house.databases.provider),
]
/** Debits less credits of each account in each currency, without those that are even. */
const balances = async () =>
  Object.fromEntries(
    (
      await house.rows<{ key: string; sum: string }>(
        `select c.name || ' ' || b.currency_code as key, sum(b.debit - b.credit)::text as sum
          from ledger_balance b join ledger_code c using (code) where b.merchant_id = $1
          group by 1 having sum(b.debit - b.credit) <> 0 order by 1`,
        [shop.merchant],
      )
    ).map(({ key, sum }) => [key, Number(sum)]),
  )
const upload = (entries: Parameters<typeof say>[0]) =>
  house.by(ada, (trx) =>
    addBankStatement(trx, ada, debit, say(entries), now, {
      masterKey: house.database.masterKey,
      wall: { now: () => now },
    }),
  )
const key = () => house.database.masterKey
const approved = (id: string, bank_account = account) =>
  house.by(bob, (trx) => approvePayout(trx, bob, id, { bank_account }, now))
/** Orders what is approved; gives the sum of the order. */
async function ordered(): Promise<number> {
  const order = await house.by(ada, (trx) => createPaymentOrder(trx, ada, {}, now, key()))
  const { sha256, sum } = await house.one<{ sha256: string; sum: string }>(
    'select sha256, sum::text from payment_order where id = $1',
    [order],
  )
  await house.by(bob, (trx) => approvePaymentOrder(trx, bob, order, { sha256 }, now))
  await house.by(bob, (trx) => takePaymentOrderFile(trx, bob, order, { reason: null }, now, key()))
  return Number(sum)
}

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  shop = await house.make.merchant({ currency_code: 'GBP' })
  account = await house.make.bankAccount(shop.merchant, { created_at: longAgo })
  profile = await house.make.settlementProfile(shop.merchant, {
    ...{ currency_code: 'GBP', bank_account: account, isDefault: true },
  })
  debit = await house.make.pspBankAccount({ default: true })
  const { iban } = await house.one<{ iban: Buffer }>('select iban from provider_bank_account where id = $1', [debit])
  say = camtOf(openIban(house.database.masterKey, { merchant: providerId, id: debit }, iban), { day: '2054-12-15' })
})
afterAll(() => house.stop())

describe('a payout in another currency', () => {
  it('is in another one than the settlement, to an account in it, and only then has a margin', async () => {
    const change = (given: object) => house.by(ada, (trx) => updateSettlementProfile(trx, ada, profile, given))
    await expect(change({ payout_currency_code: 'GBP' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(change({ payout_currency_code: 'EUR' })).rejects.toMatchObject({
      ...{ code: 'exchange_rate_missing', details: { currencies: 'GBP' } },
    })
    await rate('GBP', '2054-12-08', '0.8600')
    await rate('USD', '2054-12-08', '1.1000')
    await expect(change({ payout_currency_code: 'USD' })).rejects.toMatchObject({ code: 'currency_mismatch' })
    await expect(change({ fx_margin_ppm: 10_000 })).rejects.toMatchObject({ code: 'invalid_request' })
    await change({ payout_currency_code: 'EUR', fx_margin_ppm: 10_000 })
    const pounds = await house.make.bankAccount(shop.merchant, { currency_code: 'GBP' })
    await expect(change({ bank_account: pounds })).rejects.toMatchObject({ code: 'currency_mismatch' })
    await expect(change({ payout_currency_code: null, fx_margin_ppm: 0 })).rejects.toMatchObject({
      code: 'currency_mismatch',
    })
    // Without it there is no margin either, and nobody needs to say so.
    await change({ payout_currency_code: null, bank_account: pounds })
    const now = 'select payout_currency_code, fx_margin_ppm from settlement_profile where id = $1'
    expect(await house.one(now, [profile])).toEqual({ payout_currency_code: null, fx_margin_ppm: 0 })
    await change({ payout_currency_code: 'EUR', fx_margin_ppm: 10_000, bank_account: account })
  })

  it('of £100.00 at 0.8500 with a margin of 1 % is €117.65 less €1.18, booked in each currency by itself (money check 26)', async () => {
    await rate('GBP', '2054-12-09', '0.8600')
    await rate('GBP', '2054-12-11', '0.8500')
    await rate('GBP', '2054-12-14', '0.9000')
    await house.make.transaction(shop, { amount: 10_000, payment_product: 'ideal' })
    await morningOf('2054-12-14')
    const settled = await lastOf('GBP')
    expect(settled).toMatchObject({
      ...{ status: 'CLOSED', paid: 10_000, carried: 0, payout_currency_code: 'EUR', exchanged: 11_765, fx_margin: 118 },
      // By the rate of Friday: the last covered day is the Sunday after it.
      ...{ payout_amount: 11_647, exchange_rate: 'EUR/GBP 0.8500', rate_on: '2054-12-11', rate_source: 'The bank' },
    })
    expect(await bookedOf(settled.id)).toEqual([
      'fx_out 10000 GBP',
      'fx_in 11765 EUR',
      'fx_margin 118 EUR',
      'payout 11647 EUR',
    ])
    expect(await balances()).toEqual({
      ...{ 'processor_receivable GBP': 10_000, 'fx_position GBP': -10_000 },
      ...{ 'fx_position EUR': 11_765, 'fx_revenue EUR': -118, 'payout_in_transit EUR': -11_647 },
    })
    expect(await sound()).toEqual([[], []])
  })

  it('is owed in its own currency until it is paid', async () => {
    const parsed = parseListQuery(ageingSource.entity, {})
    if ('details' in parsed) throw new Error(JSON.stringify(parsed.details))
    const rows = await house.by(ada, (trx) => listRows(ageingSource, trx, ada, parsed.query))
    expect(rows).toMatchObject([{ open_item: 'PAYOUT', amount: 11_647, currency_code: 'EUR' }])
  })

  it('says its rate on the statement, and cannot be rewritten', async () => {
    const { id, number } = await lastOf('GBP')
    const file = statementFile(await house.by(ada, (trx) => settlementStatement(trx, ada, id)))
    expect(file).toContain(`payout ${number}: EUR 116.47 at EUR/GBP 0.8500 of 2054-12-11`)
    await expect(
      house.rows('update settlement set payout_amount = 1, fx_margin = 11764 where id = $1', [id]),
    ).rejects.toThrow('settlements are written once')
  })

  it('goes to no account of another currency, whatever the profile says by then', async () => {
    const { id, number } = await lastOf('GBP')
    const dollars = await house.make.bankAccount(shop.merchant, { currency_code: 'USD', created_at: longAgo })
    const change = { payout_currency_code: 'USD', bank_account: dollars } as const
    await expect(house.by(ada, (trx) => updateSettlementProfile(trx, ada, profile, change))).rejects.toMatchObject({
      ...{ code: 'settlement_profile_with_payouts', details: { payouts: number } },
    })
    const name = (bank_account: string) =>
      house.rows('update settlement_profile set bank_account_id = $2 where id = $1', [profile, bank_account])
    await name(dollars)
    await expect(
      house.by(bob, (trx) => approvePayout(trx, bob, id, { bank_account: dollars }, now)),
    ).rejects.toMatchObject({
      code: 'payout_account_missing',
    })
    await name(account)
    await approved(id)
    const currency = (code: string) =>
      house.rows('update bank_account set currency_code = $2 where id = $1', [account, code])
    await currency('USD')
    await expect(house.by(ada, (trx) => createPaymentOrder(trx, ada, {}, now, key()))).rejects.toMatchObject({
      code: 'payment_order_empty',
    })
    await currency('EUR')
  })

  it('is ordered and paid in that currency, and is settled in it when the bank brings it back', async () => {
    const { number } = await lastOf('GBP')
    expect(await ordered()).toBe(11_647)
    await upload([{ amount: -11_647n, end_to_end: number }])
    expect(await lastOf('GBP')).toMatchObject({ status: 'PAID' })
    await upload([{ amount: 11_647n, end_to_end: number }])
    expect(await lastOf('GBP')).toMatchObject({ status: 'RETURNED' })
    await house.rows(`update bank_account set status = 'VERIFIED' where id = $1`, [account])
    // On the days of that profile, and without a minimum, which is of pounds.
    const schedule = await house.make.settlementSchedule({})
    await house.rows('update settlement_profile set schedule_id = $2 where id = $1', [profile, schedule])
    const { book_id } = await house.one<{ book_id: string }>('select book_id from settlement_profile where id = $1', [
      profile,
    ])
    const of = { merchant_id: shop.merchant, book_id, currency_code: 'EUR' }
    const { provider } = house.databases
    expect(await termsOf(provider, of, '2054-12-20')).toMatchObject({ profile, schedule, minimum: 0n })
    expect(await dueBooks(provider, schedule, '2054-12-20')).toContainEqual(of)
    await house.rows('update settlement_profile set schedule_id = null where id = $1', [profile])
    await morningOf('2054-12-21')
    const back = await lastOf('EUR')
    expect(back).toMatchObject({
      total: 11_647,
      paid: 11_647,
      payout_currency_code: 'EUR',
      exchanged: null,
      status: 'CLOSED',
    })
    await approved(back.id)
    expect(await ordered()).toBe(11_647)
    expect(await sound()).toEqual([[], []])
  })

  it('waits for the next settlement where no rate of the last four days is known, and says so', async () => {
    // The newest is of 14 December: five days before the last covered one of the week after.
    await house.make.transaction(shop, { amount: 20_000, payment_product: 'ideal' })
    await morningOf('2054-12-28')
    const held = await lastOf('GBP')
    expect(held).toMatchObject({ paid: 0, carried: 20_000, status: 'CARRIED', unpaid_because: 'RATE_MISSING' })
    expect(await bookedOf(held.id)).toEqual([])
    await rate('GBP', '2054-12-30', '0.8400')
    await rate('GBP', '2054-12-31', '0.8000')
    await house.make.transaction(shop, { amount: 4_000, payment_product: 'ideal' })
    await morningOf('2055-01-04')
    expect(await lastOf('GBP')).toMatchObject({
      opening: 20_000,
      paid: 24_000,
      exchanged: 30_000,
      payout_amount: 29_700,
    })
    expect(await sound()).toEqual([[], []])
  })
})

describe('the fee of a payout in another currency', () => {
  it('is taken from what the shop earns in the currency of its settlement', async () => {
    const other = await house.make.merchant({ currency_code: 'GBP' })
    const bank_account = await house.make.bankAccount(other.merchant, { created_at: longAgo })
    const id = await house.make.settlementProfile(other.merchant, {
      ...{ currency_code: 'GBP', bank_account, isDefault: true },
    })
    await house.by(ada, (trx) => updateSettlementProfile(trx, ada, id, { payout_currency_code: 'EUR' }))
    const lines = [newLine({ event: 'payout', fixed: 20 })]
    await house.make.scheme({ currency_code: 'GBP', lines, merchants: [other.merchant] })
    shop = other
    // The rate of the Thursday before.
    const paid = async (day: string) => {
      await house.make.transaction(other, { amount: 10_000, payment_product: 'ideal' })
      await morningOf(day)
      const settled = await lastOf('GBP')
      await approved(settled.id, bank_account)
      const sum = await ordered()
      await upload([{ amount: BigInt(-sum), end_to_end: settled.number }])
      return settled
    }
    await rate('GBP', '2055-01-08', '0.8000')
    expect(await paid('2055-01-11')).toMatchObject({ paid: 10_000, fees: 0 })
    await rate('GBP', '2055-01-15', '0.8000')
    // With £0.04 of VAT.
    expect(await paid('2055-01-18')).toMatchObject({ total: 9_976, fees: -20, paid: 9_976, payout_amount: 12_470 })
    expect(await settlements('EUR')).toEqual([])
    expect(await sound()).toEqual([[], []])
  })
})

describe('an exchange', () => {
  const of = (given: Partial<Parameters<typeof exchangeOf>[1]>) =>
    exchangeOf(house.databases.provider, {
      ...{ amount: 10_000n, from: 'GBP', to: 'EUR', margin_ppm: 0, through: '2054-12-15' },
      ...given,
    })

  it('takes a rate of four days before the last covered day, and none of five', async () => {
    expect(await of({ through: '2054-12-18' })).toMatchObject({ rate_on: '2054-12-14' })
    expect(await of({ through: '2054-12-19' })).toBe('RATE_MISSING')
  })

  it('takes no rate that differs by more than 10 % from the one before it', async () => {
    await rate('SEK', '2054-12-14', '10')
    await rate('SEK', '2054-12-15', '11')
    expect(await of({ to: 'SEK' })).toMatchObject({ bought_per_euro: '11' })
    await rate('SEK', '2054-12-16', '12.11')
    await rate('SEK', '2054-12-17', '12.2')
    expect(await of({ to: 'SEK', through: '2054-12-16' })).toBe('RATE_DOUBTFUL')
    expect(await of({ to: 'SEK', through: '2054-12-17' })).toMatchObject({ bought_per_euro: '12.2' })
  })

  it('goes by way of the euro between currencies of other decimals, halves up', async () => {
    await rate('JPY', '2054-12-15', '160')
    await rate('KWD', '2054-12-14', '0.4')
    // 1 JPY is 0.0025 KWD: 2.5 thousandths.
    expect(await of({ amount: 1n, from: 'JPY', to: 'KWD' })).toMatchObject({
      ...{ exchanged: 3n, rate_on: '2054-12-14', sold_per_euro: '160', bought_per_euro: '0.4' },
    })
    expect(await of({ amount: 3n, from: 'KWD', to: 'JPY' })).toMatchObject({ exchanged: 1n })
  })
})
