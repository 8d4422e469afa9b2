import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../test/money/ledger-house.ts'
import { chargebackSource } from '../disputes/chargeback.rows.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import { transactionMoney } from '../ledger/money/transaction-money.ts'
import { refundSource } from '../payments/refund.rows.ts'
import { transactionSource } from '../payments/transaction.rows.ts'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { getRow, listRows, type Source } from '../platform/rows/list.ts'
import { oneOffSource } from './one-offs/one-off.rows.ts'
import { oneOffsJob } from './one-offs/one-offs-job.ts'
import { runSettlements } from './runs/run-settlements.ts'

let house: LedgerHouse
let shop: MadeMerchant
const settled: [string, Source, string][] = []
let waiting = ''
let oneOff = ''

beforeAll(async () => {
  house = await openLedgerHouse()
  shop = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [shop.merchant])
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  const payment = await house.make.transaction(shop, { amount: 9_995, payment_product: 'ideal' })
  const back = await house.make.refund(shop, payment, { amount: 1_000 })
  const disputed = await house.make.chargeback(shop, payment, { amount: 500 })
  oneOff = await house.make.oneOff(shop.merchant, { date: '2054-12-07', status: 'APPROVED' })
  await oneOffsJob(house.databases).run(new Date('2054-12-07T10:00:00Z'))
  settled.push(
    ['transaction', transactionSource, payment.id],
    ['refund', refundSource, back.id],
    ['chargeback', chargebackSource, disputed.id],
  )
  await house.post()
  await house.clockTo('2054-12-14T09:00:00Z')
  waiting = (await house.make.transaction(shop, { amount: 2_000, payment_product: 'ideal' })).id
  await house.post()
  await closeDays(house.databases.provider)
  await runSettlements({ databases: house.databases, now: () => new Date(), onProblem: () => {} })
})
afterAll(() => house.stop())

const settlement = async () =>
  (await house.rows<{ id: string }>('select id from settlement where merchant_id = $1', [shop.merchant]))[0]?.id
/** As the merchant's own role, which row-level security limits. */
const asMerchant = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(house.databases, engineActor(shop.merchant, 'system'), work)
const own = (source: Source, id: string) =>
  asMerchant((trx) => getRow(source, trx, engineActor(shop.merchant, 'system'), id))
async function listed(source: Source, address: Record<string, string>) {
  const parsed = parseListQuery(source.entity, address)
  if ('details' in parsed) throw new Error('not an address')
  return asMerchant((trx) => listRows(source, trx, engineActor(shop.merchant, 'system'), parsed.query))
}

it('a payment, a refund and a chargeback name the settlement whose days have their transfer', async () => {
  const id = await settlement()
  expect(id).toBeDefined()
  for (const [name, source, row] of settled)
    expect([name, (await own(source, row))?.['settlement']]).toEqual([name, id])
  expect((await own(oneOffSource, oneOff))?.['settlement']).toBe(id)
  expect((await own(transactionSource, waiting))?.['settlement']).toBeNull()
})

it('the money of a payment names the settlement of each transfer, to those alone who may list settlements', async () => {
  const of = async (payment: string, roles: Actor['roles']) => {
    const actor: Actor = { ...engineActor(shop.merchant, 'system'), kind: 'user', roles }
    const { booked } = await asMerchant((trx) => transactionMoney(trx, actor, payment))
    return [...new Set(booked.map((each) => each.settlement?.id ?? null))]
  }
  const id = await settlement()
  const paid = settled[0]?.[2] ?? ''
  expect(await of(paid, ['USER_ALL'])).toEqual([id])
  expect(await of(waiting, ['USER_ALL'])).toEqual([null])
  expect(await of(paid, ['TRANSACTION_LIST'])).toEqual([null])
})

it.each([
  ['transaction', transaction],
  ['refund', refund],
  ['chargeback', chargeback],
])('a list of %ss looks for it only where it is asked for', async (name, entity) => {
  const [, source, row] = settled.find(([each]) => each === name) ?? settled[0] ?? []
  if (!source || !row) throw new Error('nothing is settled')
  const [plain] = await listed(source, { id: row })
  const [asked] = await listed(source, { id: row, _populate: 'settlement' })
  expect([plain?.['settlement'], asked?.['settlement']]).toEqual([null, await settlement()])
  expect(Object.keys(plain ?? {}).sort()).toEqual(Object.keys(entity.fields).sort())
})
