import { chargedBackStatuses, refundedStatuses } from '@kontor/contract/reports/period-report.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { faultsOf, shownRows } from '../../../test/workbook.ts'
import { foldAll } from '../../insights/rollups/fold.ts'

let kontor: TestApp
let shop: MadeMerchant
let other: MadeMerchant
let second: string
let owner: string
let staff: string
const now = Date.now()
const day = (ago: number, time = '12:00:00.000Z') =>
  new Date(`${new Date(now - ago * 86_400_000).toISOString().slice(0, 10)}T${time}`)

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant({ name: 'Bloom' })
  other = await kontor.make.merchant({ name: 'Other' })
  const { make } = kontor
  const processor = await make.processor(shop.merchant, { name: 'Ideal', payment_product: 'ideal' })
  second = await make.profile(shop.merchant, { name: 'Yens', currency_code: 'JPY', processors: [shop.processor] })
  const [red, blue] = [await make.tag(shop.merchant, { text: 'Red' }), await make.tag(shop.merchant, { text: 'Blue' })]
  const yens = { ...shop, profile: second, currency_code: 'JPY' }
  const paid = { status: 'SETTLEMENT_COMPLETED' } as const
  const first = await make.transaction(shop, { ...paid, amount: 10_000, created_at: day(3), tags: [red, blue] })
  await make.transaction(shop, { ...paid, amount: 5_000, created_at: day(3), tags: [red] })
  await make.transaction(shop, { status: 'DECLINED', amount: 700, created_at: day(3) })
  await make.transaction(
    { ...shop, processor },
    { ...paid, amount: 2_000, created_at: day(2), payment_product: 'ideal' },
  )
  await make.transaction(yens, { ...paid, amount: 900, created_at: day(3) })
  await make.transaction(other, { ...paid, amount: 444, created_at: day(3) })
  await make.refund(shop, first, { amount: 1_500, created_at: day(2), status: 'PROCESSED' })
  await make.chargeback(shop, first, { amount: 300, created_at: day(2) })
  // Neither counts: no money went.
  await make.refund(shop, first, { amount: 10, created_at: day(2), status: 'FAILED' })
  await make.chargeback(shop, first, { amount: 20, created_at: day(2), status: 'WON' })
  owner = await make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

// Through yesterday: the ledger books all of it today.
const range = `from=${day(5).toISOString().slice(0, 10)}&to=${day(1).toISOString().slice(0, 10)}`
const read = async (who: string, query: string, psp = false) => {
  const { status, body } = await kontor.get(who, `/v1/${psp ? 'psp/' : ''}periodreport?${range}&${query}`)
  expect([status, body]).toEqual([200, body])
  return body
}
type Row = {
  period: string
  from: string
  to: string
  key: string
  name: string | null
  payments: { count: number; volume: number }
  approved: { count: number; volume: number }
  refunds: { count: number; volume: number } | null
  chargebacks: { count: number; volume: number } | null
  conversion: number | null
  net: number | null
  booked: unknown
}
type OfCurrency = { currency_code: string; rows: Row[]; total: Row }
const euros = ({ currencies }: { currencies: OfCurrency[] }) =>
  currencies.find(({ currency_code }) => currency_code === 'EUR') as OfCurrency

describe('the daily report', () => {
  it('has a row for each day and currency, never one total across currencies', async () => {
    const report = await read(owner, '')
    expect(report.currencies.map(({ currency_code }: OfCurrency) => currency_code)).toEqual(['EUR', 'JPY'])
    const { rows, total } = euros(report)
    expect(rows.map(({ period, payments, approved, net }) => [period, payments, approved.volume, net])).toEqual([
      [day(2).toISOString().slice(0, 10), { count: 1, volume: 2_000 }, 2_000, 200],
      [day(3).toISOString().slice(0, 10), { count: 3, volume: 15_700 }, 15_000, 15_000],
    ])
    expect(total).toMatchObject({
      payments: { count: 4, volume: 17_700 },
      approved: { count: 3, volume: 17_000 },
      conversion: 75,
      refunds: { count: 1, volume: 1_500 },
      chargebacks: { count: 1, volume: 300 },
      net: 15_200,
    })
  })

  it.each([
    ['payment_product', 'payment_product[]'],
    ['status', 'status[]'],
    ['payment_profile', 'payment_profile[]'],
    ['processor', 'processor[]'],
    ['tag', 'tags[]'],
  ])('grouped by %s has in each cell what its list counts', async (group, filter) => {
    const { rows, total } = euros(await read(owner, `group=${group}`))
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const of = `created_at>=${row.from}&created_at<=${row.to}&currency_code[]=EUR&${filter}=${row.key}`
      const list = (await kontor.get(owner, `/v1/transaction/count?${of}`)).body
      expect([row.key, row.payments.count]).toEqual([row.key, list.count])
      const approved = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'].map((each) => `status[]=${each}`)
      if (group !== 'status') {
        const those = (await kontor.get(owner, `/v1/transaction/count?${of}&${approved.join('&')}`)).body
        expect([row.key, row.approved.count]).toEqual([row.key, those.count])
      }
    }
    // A payment with two tags is in two rows, and once in the total.
    expect(total.payments.count).toBe(4)
    expect(rows.every(({ name }) => (group === 'status' || group === 'payment_product' ? !name : name))).toBe(true)
  })

  it.each([
    ['refund', 'refunds', 'none', ''],
    ['refund', 'refunds', 'payment_product', 'payment_product[]'],
    ['refund', 'refunds', 'payment_profile', 'payment_profile[]'],
    ['chargeback', 'chargebacks', 'none', ''],
    ['chargeback', 'chargebacks', 'payment_product', 'payment_product[]'],
    ['chargeback', 'chargebacks', 'payment_profile', 'payment_profile[]'],
    ['chargeback', 'chargebacks', 'processor', 'processor[]'],
  ] as const)(
    'has in each cell of a %s what the list of %s counts, grouped by %s',
    async (entity, cell, group, filter) => {
      const { rows, total } = euros(await read(owner, `group=${group}`))
      const statuses = entity === 'refund' ? refundedStatuses : chargedBackStatuses
      for (const row of rows) {
        const of = `created_at>=${row.from}&created_at<=${row.to}&currency_code[]=EUR&${filter && `${filter}=${row.key}&`}`
        const those = statuses.map((each) => `status[]=${each}`).join('&')
        const { body: count } = await kontor.get(owner, `/v1/${entity}/count?${of}${those}`)
        const { body: list } = await kontor.get(owner, `/v1/${entity}?${of}${those}`)
        const volume = list.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
        expect([row.key, row[cell]]).toEqual([row.key, { count: count.count, volume }])
      }
      expect(total[cell]?.count).toBe(1)
    },
  )

  it('has no refunds of a status of payments', async () => {
    for (const { refunds, chargebacks, net } of euros(await read(owner, 'group=status')).rows)
      expect([refunds, chargebacks, net]).toEqual([null, null, null])
  })

  it('of the provider is of all merchants, and by merchant of each', async () => {
    expect(euros(await read(staff, '', true)).total.payments).toEqual({ count: 5, volume: 18_144 })
    const { rows } = euros(await read(staff, 'group=merchant', true))
    expect(rows.map(({ name, payments }) => [name, payments.count])).toEqual([
      ['Bloom', 1],
      ['Bloom', 3],
      ['Other', 1],
    ])
  })

  it('is of a part of the merchant for whoever sees a part, and of no other merchant', async () => {
    const node = await kontor.make.organisation(shop.merchant)
    const part = await kontor.make.cookie({ merchant: shop.merchant, organisation: node, roles: ['USER_ALL'] })
    for (const group of ['none', 'payment_profile', 'tag', 'processor', 'payment_product'])
      expect((await read(part, `group=${group}`)).currencies).toEqual([])
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect(euros(await read(stranger, 'group=tag')).rows).toEqual([])
    expect((await kontor.get(owner, '/v1/psp/periodreport')).status).toBe(403)
  })

  it('refuses a range that is turned round or too long, by the name of what is wrong', async () => {
    const refused = async (query: string) => (await kontor.get(owner, `/v1/periodreport?${query}`)).body.details
    expect(await refused('from=2026-02-01&to=2026-01-01')).toEqual({ 'query.to': 'before_start' })
    expect(await refused('from=2024-01-01&to=2026-01-01')).toEqual({ 'query.from': 'range_too_long' })
    expect(await refused('from=2026-01-01&to=2026-06-01&group=tag')).toEqual({ 'query.from': 'range_too_long' })
    expect(await refused('from=0000-01-01&to=0000-01-02')).toEqual({ 'query.to': 'too_small' })
    expect(await refused('from=9999-12-30&to=9999-12-31')).toEqual({ 'query.to': 'too_large' })
    expect(await refused('group=moon')).toEqual({ 'query.group': 'invalid_value' })
  })

  it('is a workbook with the same rows', async () => {
    const file = await kontor.get(owner, `/v1/periodreport/export?${range}&group=payment_product`)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('daily-')])
    const answer = await fetch(`${kontor.url}/v1/periodreport/export?${range}&group=payment_product`, {
      headers: { cookie: owner },
    })
    const workbook = Buffer.from(await answer.arrayBuffer())
    expect(faultsOf(workbook)).toEqual([])
    const [head = [], ...shown] = shownRows(workbook)
    const columnOf = (reference: string) => reference.replaceAll(/\d/g, '')
    const heads = new Map(head.map(({ reference, value }) => [columnOf(reference), value]))
    expect([...heads.values()].slice(0, 13)).toEqual([
      ...['period', 'group', 'currency_code', 'payments', 'payments_amount', 'approved', 'approved_amount'],
      ...['conversion', 'refunds', 'refunds_amount', 'chargebacks', 'chargebacks_amount', 'net'],
    ])
    const said = shown.map((cells) =>
      Object.fromEntries(cells.map(({ reference, value }) => [heads.get(columnOf(reference)), value])),
    )
    const report = await read(owner, 'group=payment_product')
    const rows = report.currencies.flatMap(({ currency_code, rows }: OfCurrency) =>
      rows.map((row) => {
        const amount = (volume: number) => String(currency_code === 'JPY' ? volume : volume / 100)
        return {
          ...{ period: row.period, group: row.key, currency_code, net: amount(row.net ?? 0) },
          ...{ payments: String(row.payments.count), payments_amount: amount(row.payments.volume) },
          ...{ approved: String(row.approved.count), approved_amount: amount(row.approved.volume) },
          ...{ refunds: String(row.refunds?.count), refunds_amount: amount(row.refunds?.volume ?? 0) },
        }
      }),
    )
    const numbers = (row: object) =>
      Object.entries(row).map(([name, value]) => [
        name,
        name.includes('amount') || name === 'net' ? Number(value) : value,
      ])
    expect(said).toHaveLength(rows.length)
    for (const [at, row] of rows.entries())
      expect(Object.fromEntries(numbers(said[at] ?? {}))).toMatchObject(Object.fromEntries(numbers(row)))
    expect(rows.length).toBeGreaterThan(2)
  })
})

describe('the monthly report', () => {
  it('adds its days up, and its lists are of whole months', async () => {
    const { body } = await kontor.get(owner, '/v1/periodreport?category=monthly')
    const { rows, total } = euros(body)
    expect(total.payments).toEqual({ count: 4, volume: 17_700 })
    expect(rows.reduce((sum, { payments }) => sum + payments.count, 0)).toBe(4)
    for (const { period, from, to } of rows) {
      expect(period).toMatch(/-01$/)
      expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(27 * 86_400_000)
    }
  })

  it('is of three months by default where payments are read one by one, and of twelve elsewhere', async () => {
    for (const [group, months] of [
      ['tag', 3],
      ['payment_profile', 3],
      ['processor', 12],
    ] as const) {
      const { status, body } = await kontor.get(owner, `/v1/periodreport?category=monthly&group=${group}`)
      expect([group, status]).toEqual([group, 200])
      const [from, to] = [new Date(body.from), new Date(body.to)]
      const years = to.getUTCFullYear() - from.getUTCFullYear()
      expect([group, years * 12 + to.getUTCMonth() - from.getUTCMonth() + 1]).toEqual([group, months])
    }
  })
})

describe('the sums of a day', () => {
  it('are what its products say together, also of refunds that do not count, folded or not', async () => {
    const { make } = kontor
    const of = await make.merchant({ name: 'Apart' })
    const paid = await make.transaction(of, { amount: 4_000, created_at: day(4), status: 'SETTLEMENT_COMPLETED' })
    const statuses = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED'] as const
    for (const [at, status] of statuses.entries())
      await make.transaction(of, { amount: 100 + at, created_at: day(4), status })
    await make.refund(of, paid, { amount: 70, created_at: day(3), status: 'FAILED' })
    await make.refund(of, paid, { amount: 80, created_at: day(2), status: 'PROCESSED' })
    await make.chargeback(of, paid, { amount: 90, created_at: day(2), status: 'WON' })
    const reader = await make.cookie({ merchant: of.merchant, roles: ['USER_ALL'] })
    const same = async () => {
      const whole = euros(await read(reader, 'group=none')).rows
      const apart = euros(await read(reader, 'group=payment_product')).rows
      const figures = (rows: Row[]) => rows.map(({ key: _, booked: __, ...row }) => row)
      expect(figures(whole)).toEqual(figures(apart))
      expect(
        whole.map(({ payments, approved, refunds }) => [payments.count, approved.volume, refunds?.volume]),
      ).toEqual([
        [0, 0, 80],
        [0, 0, 0],
        [7, 4_201, 0],
      ])
      const each = euros(await read(staff, 'group=merchant', true)).rows.filter(({ key }) => key === of.merchant)
      expect(each.map(({ payments, approved }) => [payments, approved])).toEqual(
        whole.map(({ payments, approved }) => [payments, approved]),
      )
    }
    await same()
    await foldAll(kontor.databases.provider)
    await same()
  })

  it('by processor have those that reached none, such as blocked payments, as a row of its own, folded or not', async () => {
    const { make, databases } = kontor
    const of = await make.merchant({ name: 'Blocked' })
    await make.transaction(of, { amount: 4_000, created_at: day(4), status: 'SETTLEMENT_COMPLETED' })
    const blocked = { status: 'DECLINED', blocked: true, isUnrouted: true } as const
    await make.transaction(of, { ...blocked, amount: 100, created_at: day(4) })
    const reader = await make.cookie({ merchant: of.merchant, roles: ['USER_ALL'] })
    const same = async () => {
      const { rows, total } = euros(await read(reader, 'group=processor'))
      expect(rows.map(({ key, payments, conversion }) => [key, payments, conversion])).toEqual([
        ['', { count: 1, volume: 100 }, 0],
        [of.processor, { count: 1, volume: 4_000 }, 100],
      ])
      expect([total.payments, total.conversion]).toEqual([{ count: 2, volume: 4_100 }, 50])
    }
    await same()
    await foldAll(databases.provider)
    await same()
  })
})
