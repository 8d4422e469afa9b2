import { reversals } from '@kontor/contract/payments/transaction.rules'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongReserves } from '../../test/books.ts'
import { waitsHere } from '../../test/database.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { DB } from '../schema.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let db: Kysely<DB>

beforeAll(async () => {
  kontor = await startTestApp()
  db = kontor.databases.provider
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())
afterEach(async () => expect(await wrongReserves(db, shop.merchant)).toEqual([]))

type Made = { id: string; created_at: string }
const read = async ({ id }: Made, who = owner) => (await kontor.get(who, `/v1/transaction/${id}`)).body
const marks = async (payment: Made) => (await read(payment)).reversals
const list = async (query: string, who = owner) => (await kontor.get(who, `/v1/transaction?${query}`)).body
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
const set = (table: 'refund' | 'chargeback', { id }: Made, status: string) =>
  db.updateTable(table).set({ status }).where('id', '=', id).execute()
const refund = (payment: Made, amount: number, status: 'PENDING' | 'PROCESSED' | 'FAILED' | 'HOLD' | 'UNKNOWN') =>
  kontor.make.refund(shop, payment, { amount, status })

describe('what became of a payment', () => {
  it('is nothing at first, and for a refund that failed', async () => {
    const payment = await kontor.make.transaction(shop)
    expect(await marks(payment)).toEqual([])
    const tried = await refund(payment, 10_000, 'PENDING')
    expect(await marks(payment)).toEqual(['REFUND_PENDING'])
    await set('refund', tried, 'FAILED')
    expect(await marks(payment)).toEqual([])
  })

  it.each(['PENDING', 'HOLD', 'UNKNOWN'] as const)('is no refund yet while it is %s', async (status) => {
    const payment = await kontor.make.transaction(shop)
    await refund(payment, 10_000, status)
    expect(await read(payment)).toMatchObject({ reversals: ['REFUND_PENDING'], refunded_amount: 10_000 })
  })

  it('is a refund of a part, of the rest too, and of everything that was captured', async () => {
    const payment = await kontor.make.transaction(shop, { amount: 10_000, captured_amount: 6_000 })
    await refund(payment, 2_500, 'PROCESSED')
    expect(await marks(payment)).toEqual(['PARTIALLY_REFUNDED'])
    const rest = await refund(payment, 3_500, 'PENDING')
    expect(await marks(payment)).toEqual(['REFUND_PENDING', 'PARTIALLY_REFUNDED'])
    await set('refund', rest, 'PROCESSED')
    expect(await marks(payment)).toEqual(['REFUNDED'])
  })

  it('is a dispute, won, lost or withdrawn', async () => {
    for (const [steps, end] of [
      [['IN_DISPUTE', 'WON'], ['DISPUTE_WON']],
      [['LOST'], ['DISPUTE_LOST']],
      [['CANCELLED'], []],
    ] as const) {
      const payment = await kontor.make.transaction(shop)
      const chargeback = await kontor.make.chargeback(shop, payment)
      expect(await marks(payment)).toEqual(['DISPUTED'])
      for (const status of steps) await set('chargeback', chargeback, status)
      expect(await marks(payment)).toEqual(end)
    }
  })

  it('is all that happened, when a second dispute follows a refund and a dispute that was won', async () => {
    const payment = await kontor.make.transaction(shop)
    await refund(payment, 100, 'PROCESSED')
    const first = await kontor.make.chargeback(shop, payment)
    await set('chargeback', first, 'IN_DISPUTE')
    await set('chargeback', first, 'WON')
    await kontor.make.chargeback(shop, payment)
    expect(await marks(payment)).toEqual(['PARTIALLY_REFUNDED', 'DISPUTED', 'DISPUTE_WON'])
  })

  it('is right after two refunds that end at once', async () => {
    const payment = await kontor.make.transaction(shop)
    const both = [await refund(payment, 4_000, 'PENDING'), await refund(payment, 6_000, 'PENDING')]
    const clients = both.map(() => new pg.Client(kontor.database.adminUrl))
    for (const client of clients) await client.connect()
    const [one, other] = clients as [pg.Client, pg.Client]
    const end = (client: pg.Client, at: number) =>
      client.query(`update refund set status = 'PROCESSED' where id = $1`, [both[at]?.id])
    for (const client of clients) await client.query('begin')
    await end(one, 0)
    const waiting = end(other, 1)
    await expect.poll(async () => (await one.query(waitsHere)).rowCount).toBeGreaterThan(0)
    await one.query('commit')
    await waiting
    await other.query('commit')
    for (const client of clients) await client.end()
    expect(await marks(payment)).toEqual(['REFUNDED'])
  })

  it('can be written by nobody but the triggers', async () => {
    const { id } = await kontor.make.transaction(shop)
    for (const roles of [kontor.databases.provider, kontor.databases.merchant])
      await expect(
        roles
          .updateTable('transaction')
          .set({ reversals: ['REFUNDED'] })
          .where('id', '=', id)
          .execute(),
      ).rejects.toThrow('permission denied')
  })
})

describe('lists of payments', () => {
  it('are narrowed to what became of them, in rows, count, totals and file', async () => {
    const other = await kontor.make.merchant()
    const who = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    const made: Record<string, Made> = {}
    for (const [name, amount] of [
      ['part', 500],
      ['whole', 10_000],
    ] as const) {
      const payment = await kontor.make.transaction(other)
      await kontor.make.refund(other, payment, { amount })
      made[name] = payment
    }
    await kontor.make.transaction(other)
    const of = (...names: string[]) => names.map((name) => made[name]?.id).sort()
    expect(ids(await list('reversals=REFUNDED', who))).toEqual(of('whole'))
    const both = 'reversals[]=REFUNDED&reversals[]=PARTIALLY_REFUNDED'
    expect(ids(await list(both, who))).toEqual(of('part', 'whole'))
    expect((await kontor.get(who, `/v1/transaction/count?${both}`)).body).toEqual({ count: 2 })
    const [totals] = (await kontor.get(who, `/v1/transaction/totals?${both}`)).body
    expect(totals).toMatchObject({ count: 2, sums: { amount: 20_000, refunded_amount: 10_500 } })
    const file = await kontor.get(who, `/v1/transaction/export?${both}&_columns=reversals&_sort=created_at`)
    expect(file.body).toContain('PARTIALLY_REFUNDED')
    expect(file.body).not.toContain('{')
    const usual = await kontor.get(who, '/v1/transaction/export')
    expect(usual.body.split('\r\n')[0]).not.toContain('reversals')
    expect(ids(await list(both))).not.toEqual(expect.arrayContaining(of('part')))
  })

  it('show a dispute to whoever sees the payment; the chargeback takes its own role', async () => {
    const payment = await kontor.make.transaction(shop)
    await kontor.make.chargeback(shop, payment)
    const cashier = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] })
    expect((await read(payment, cashier)).reversals).toEqual(['DISPUTED'])
    expect(ids(await list('reversals=DISPUTED', cashier))).toContain(payment.id)
    expect((await kontor.get(cashier, `/v1/chargeback?transaction=${payment.id}`)).status).toBe(403)
  })

  it('refuse a word that is none of them', async () => {
    for (const query of ['reversals=VOIDED', 'reversals[]=VOIDED']) {
      const { status, body } = await kontor.get(owner, `/v1/transaction?${query}`)
      expect([status, Object.keys(body.details)]).toEqual([400, [`query.${query.split('=')[0]}`]])
    }
    expect(reversals).not.toContain('VOIDED')
  })
})
