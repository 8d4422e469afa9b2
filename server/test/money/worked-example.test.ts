import { plusDays } from '@kontor/contract/dates'
import { isBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/checking/verify-ledger.ts'
import { adyenSettlements } from '../../src/processors/adyen/adyen-settlements.ts'
import { verifySettlements } from '../../src/settlements/runs/verify-settlements.ts'
import { startTestApp, type TestApp, until } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import { workedPrices } from './ledger-house.ts'

/**
 * The worked example, played by the engine's clock through the whole server: payments at the sandbox, the ledger's queue, closed
 * days, settlements, and what people read of them.
 */
let kontor: TestApp
let bloom: MadeMerchant
let owner: string
let staff: string
let superUser: string
let client: pg.Client
/** The Monday on which it begins: its three weeks hold no bank holiday, and its fees are of one month. */
const monday = firstMonday()

function firstMonday(): string {
  let day = plusDays(new Date().toISOString().slice(0, 10), 1)
  const isFine = () => {
    const days = Array.from({ length: 16 }, (_, after) => plusDays(day, after))
    const weekdays = days.filter((each) => ![0, 6].includes(new Date(each).getUTCDay()))
    return (
      new Date(day).getUTCDay() === 1 && weekdays.every(isBankingDay) && days.at(-2)?.slice(0, 7) === day.slice(0, 7)
    )
  }
  while (!isFine()) day = plusDays(day, 1)
  return day
}
const on = (after: number) => plusDays(monday, after)

beforeAll(async () => {
  kontor = await startTestApp()
  client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await client.query('update installation set demo = true')
  bloom = await kontor.make.merchant({ name: 'Bloom', currency_code: 'EUR' })
  await kontor.connect(bloom.merchant)
  await workedPrices(kontor.make, [bloom.merchant])
  owner = await kontor.make.cookie({ merchant: bloom.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  superUser = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
})
afterAll(async () => {
  await client.end()
  await kontor.stop()
})

/** Moves the engine's clock to the morning of a day, with everything that the engine does on the way. */
async function clockTo(day: string) {
  await queueIsEmpty()
  const to = `${day}T09:00:00.000Z`
  expect((await kontor.post(superUser, '/v1/psp/clock', { to })).status).toBe(200)
  await until(
    async () => (await kontor.get(superUser, '/v1/clock')).body,
    ({ moving_to, now }) => moving_to === null && now >= to,
    60_000,
  )
  // The jobs of the last step.
  await until(
    async () => (await client.query('select settled_through::text as day from settlement_progress')).rows[0]?.day,
    (through) => through === plusDays(day, -1),
    30_000,
  )
}
const queueIsEmpty = () =>
  until(
    async () => (await client.query('select count(*)::int as n from ledger_event')).rows[0].n,
    (n) => n === 0,
    20_000,
  )
async function pay(amount: number, card_token: string): Promise<{ id: string; created_at: string }> {
  const body = { payment_profile: bloom.profile, amount, payment_product: 'card', card_token, merchant_reference: 'F' }
  const { body: made } = await kontor.post(owner, '/v1/transaction', body)
  const found = await until(
    async () => (await kontor.get(owner, `/v1/transaction/${made.id}`)).body,
    ({ status }) => status === 'SETTLEMENT_COMPLETED',
  )
  return found
}
const settled = async (who = owner) => (await kontor.get(who, '/v1/settlement?_sort=covers_through')).body
const money = async (who: string, { id }: { id: string }) => (await kontor.get(who, `/v1/transaction/${id}/money`)).body
const sound = async () => ({
  ledger: (await verifyLedger(kontor.databases.provider, () => new Date()))?.examples,
  settlements: await verifySettlements(kontor.databases.provider),
  sides: (await client.query('select currency_code from ledger_balance group by 1 having sum(debit) <> sum(credit)'))
    .rows,
})
const allSound = { ledger: [], settlements: [], sides: [] }

interface Moved {
  id: string
  kind: string
  amount: number
}
const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** The lines of a settlement in the form of Adyen's report, as our own reader of it reads them. */
async function detailsOf(id: string) {
  const { status, body, headers } = await kontor.get(owner, `/v1/settlement/${id}/details`)
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/filename="settlement_detail_report_batch_\d+\.csv"/),
  ])
  expect(body.split('\n')[0].split(',').slice(0, 4)).toEqual([
    ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference'],
  ])
  const lines = await Array.fromAsync(adyenSettlements.read(Buffer.from(body), { merchant_account: 'Bloom' }))
  expect(lines.filter(({ problem }) => problem !== undefined)).toEqual([])
  expect(lines.reduce((sum, { amounts }) => sum + (amounts?.net ?? 0), 0)).toBe(0)
  return lines
}

/** The transfers of a settlement over all pages, after everything that adds them up says the same. */
async function addedUp(who: string, id: string, total: number): Promise<Moved[]> {
  const of = `/v1/settlement/${id}`
  const all: Moved[] = []
  for (let skip = 0; ; skip += 5) {
    const { body } = await kontor.get(who, `${of}/transfer?_limit=5&_skip=${skip}`)
    all.push(...body)
    if (body.length < 5) break
  }
  expect(new Set(all.map((each) => each.id)).size).toBe(all.length)
  expect((await kontor.get(who, `${of}/transfer/count`)).body.count).toBe(all.length)
  expect((await kontor.get(who, `${of}/transfer/totals`)).body[0].sums.amount).toBe(total)
  const file = await kontor.get(who, `${of}/transfer/export`)
  const lines: { amount: string }[] = parse(file.body, { columns: true, bom: true })
  // The file has decimals: "-39.15".
  const exported = lines.map(({ amount }) => ({ amount: Number(amount.replace('.', '')) }))
  expect([sumOf(all), exported.length, sumOf(exported)]).toEqual([total, all.length, total])
  return all
}

describe('the worked example', () => {
  let disputed = ''
  const paid: Record<'P2' | 'P3' | 'P5' | 'P6', { id: string; created_at: string }> = {} as never

  it('is settled on the second Monday, and P2 leaves a margin of 0.90 (money checks 4 and 11)', async () => {
    await clockTo(monday)
    await kontor.make.transaction(bloom, { amount: 4_995, payment_product: 'ideal' })
    paid.P2 = await pay(12_000, 'test_visa')
    await clockTo(on(1))
    expect((await money(staff, paid.P2)).margin).toMatchObject({ fee: 154, cost: 64, margin: 90 })
    paid.P3 = await pay(7_550, 'test_nl_credit_commercial')
    await pay(20_000, 'test_us_credit_consumer')
    await clockTo(on(2))
    const amex = {
      payment_product: 'card',
      card_brand: 'amex',
      card_issuer_country: 'NL',
      card_holder: 'consumer',
    } as const
    paid.P5 = await kontor.make.transaction(bloom, { amount: 3_333, ...amex, channel: 'ecommerce' })
    paid.P6 = await pay(250_000, 'test_visa')
    await kontor.make.transaction(bloom, { amount: 6_000, payment_product: 'paypal' })
    const { body: refund } = await kontor.post(owner, `/v1/transaction/${paid.P2.id}/refund`, { amount: 4_000 })
    await until(
      async () => (await kontor.get(owner, `/v1/refund/${refund.id}`)).body,
      ({ status }) => status === 'PROCESSED',
    )
    await clockTo(on(3))
    disputed = (await kontor.make.chargeback(bloom, paid.P3, { amount: 7_550 })).id
    await clockTo(on(4))
    await kontor.make.transaction(bloom, { amount: 1_500, payment_product: 'sepa_debit' })
    await clockTo(on(7))
    const [first, ...others] = await settled()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      ...{ covers_from: monday, covers_through: on(6), status: 'CLOSED', pay_on: on(7) },
      ...{ opening: 0, captured: 303_878, refunds: -4_000, chargebacks: 0, fees: -3_915, vat: -822 },
      ...{ reserve_held: -15_195, paid: 279_946, carried: 0, held_back: 0 },
    })
    expect(await sound()).toEqual(allSound)
  }, 120_000)

  it('explains each fee by its line (money checks 1, 2 and 11)', async () => {
    const feeOf = async (of: { id: string }) =>
      (await money(owner, of)).booked.find(({ kind }: { kind: string }) => kind === 'fee')
    const [P5, P6, P3] = [await feeOf(paid.P5), await feeOf(paid.P6), await feeOf(paid.P3)]
    expect([P5.amount, P5.why.number]).toEqual([-127, 6])
    expect(P5.why.beaten.map(({ number }: { number: number }) => number)).toEqual([3, 1])
    expect([P6.amount, P6.why.line.maximum]).toEqual([-2_500, 2_500])
    expect([P3.amount, P3.why.number]).toEqual([-218, 4])
    expect((await money(owner, paid.P2)).margin).toBeNull()
    const { margin } = await money(staff, paid.P2)
    expect(margin).toMatchObject({ fee: 179, cost: 72 })
  })

  it('is the sum of its transfers, on all pages and in its file (money check 6)', async () => {
    const [{ id, total }] = await settled()
    expect(total).toBe(279_946)
    const all = await addedUp(owner, id, total)
    expect(await addedUp(staff, id, total)).toEqual(all)
    const fees = (await kontor.get(owner, `/v1/settlement/${id}/transfer?kind=fee`)).body
    expect(sumOf(fees)).toBe(-3_915)
    // Nothing of costs, shares and the provider's accounts reaches the merchant.
    const kinds = new Set(all.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['capture', 'fee', 'refund', 'reserve_hold', 'vat'])
  })

  it('is read back from its file with Adyen’s columns: each payment with its fee, and all lines are zero together', async () => {
    const [{ id }] = await settled()
    const lines = await detailsOf(id)
    const [P2] = lines.filter(({ payment_id, kind }) => payment_id === paid.P2.id && kind === 'payment')
    expect(P2?.amounts).toMatchObject({ gross: 12_000, commission: 154, net: 11_846 })
    const [refund] = lines.filter(({ kind }) => kind === 'refund')
    expect(refund).toMatchObject({ payment_id: paid.P2.id, amounts: { gross: -4_000, commission: 25, net: -4_025 } })
    const netOf = (type: string) =>
      lines.filter((line) => line.type === type).reduce((sum, { amounts }) => sum + (amounts?.net ?? 0), 0)
    const types = ['Settled', 'Refunded', 'InvoiceDeduction', 'ReserveAdjustment', 'MerchantPayout']
    expect(types.map(netOf)).toEqual([303_878 - 3_890, -4_025, -822, -15_195, -279_946])
    expect(lines.filter(({ type }) => !types.includes(type))).toEqual([])
  })

  it('is not settled again by a run by hand (money check 7)', async () => {
    const before = await settled()
    for (const _ of [1, 2]) {
      const { body } = await kontor.post(staff, '/v1/psp/settlement/run')
      expect(body).toMatchObject({ settled_through: on(6), settlements: 0, failed: 0, is_complete: true })
    }
    expect(await settled()).toEqual(before)
    expect((await kontor.post(owner, '/v1/psp/settlement/run')).status).toBe(403)
  })

  it('carries what is negative, and its settlements belong to its merchant alone (money checks 5 and 22)', async () => {
    await kontor.make.oneOff(bloom.merchant, { amount: -995, date: on(7), status: 'APPROVED' })
    await clockTo(on(11))
    for (const status of ['IN_DISPUTE', 'WON'])
      await client.query('update chargeback set status = $2 where id = $1', [disputed, status])
    await clockTo(on(14))
    const [, second] = await settled()
    expect(second).toMatchObject({
      ...{ covers_from: on(7), covers_through: on(13), opening: 0, captured: 1_500, chargebacks: -7_550 },
      ...{ fees: -2_535, vat: -533, reserve_held: -75, one_offs: -995, total: -10_188 },
      ...{ paid: 0, carried: -10_188, status: 'CARRIED', pay_on: null },
    })
    expect(await sound()).toEqual(allSound)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect(await settled(stranger)).toEqual([])
    for (const path of ['', '/line', '/transfer', '/transfer/export', '/details'])
      expect((await kontor.get(stranger, `/v1/settlement/${second.id}${path}`)).status).toBe(404)
    expect((await kontor.get(stranger, `/v1/psp/settlement/${second.id}`)).status).toBe(403)
    expect((await kontor.get(staff, '/v1/psp/settlement')).body).toHaveLength(2)
  }, 120_000)

  it('gives a chargeback that was won to the settlement after it, and keeps its fee (money check 10)', async () => {
    await clockTo(on(21))
    const [, , third] = await settled()
    expect(third).toMatchObject({
      ...{ covers_from: on(14), opening: -10_188, chargebacks: 7_550, fees: 0, total: 7_550 },
      ...{ paid: 0, carried: -2_638, status: 'CARRIED' },
    })
    const { booked } = await money(owner, paid.P3)
    const ofDispute = booked.filter(({ kind }: { kind: string }) => kind.startsWith('chargeback'))
    expect(ofDispute.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['chargeback', -7_550],
      ['chargeback_reversed', 7_550],
    ])
    expect(await sound()).toEqual(allSound)
  }, 120_000)

  it('has each of its transfers in one of the three, each the sum of its own, also where it is negative (money check 6)', async () => {
    const three = await settled()
    const totals = [279_946, -10_188, 7_550]
    expect(three.map(({ total }: { total: number }) => total)).toEqual(totals)
    const each: Moved[][] = []
    for (const [at, total] of totals.entries()) each.push(await addedUp(owner, three[at].id, total))
    for (const [at] of totals.entries()) await detailsOf(three[at].id)
    for (const [at, moved] of each.entries())
      expect(sumOf((await kontor.get(owner, `/v1/settlement/${three[at].id}/line`)).body)).toBe(sumOf(moved))
    const all = each.flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    // What remains of the three is what is carried: the payout left with the first.
    expect(sumOf(all) - 279_946).toBe(-2_638)
  })
})
