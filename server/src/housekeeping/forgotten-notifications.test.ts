import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let payer: string
let owner: pg.Client
let store: pg.Client

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  payer = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
  owner = new pg.Client(kontor.database.adminUrl)
  store = new pg.Client(kontor.sandboxStoreUrl)
  await Promise.all([owner.connect(), store.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), store.end()])
  await kontor.stop()
})

const pay = async (asked: object): Promise<string> =>
  (
    await kontor.post(payer, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
      ...{ card_token: 'test_visa', ...asked },
    })
  ).body.id
const becomes = (id: string, status: string) =>
  until(
    async () => (await kontor.get(payer, `/v1/transaction/${id}`)).body.status,
    (seen) => seen === status,
  )
const read = async (text: string) => (await owner.query(text)).rows
const undelivered = async () =>
  (await store.query('select count(*)::int as n from notification where delivered_at is null')).rows[0].n as number

/** Everything that money depends on. */
const books = async () => ({
  payments: await read(
    'select id, status, captured_amount, refund_reserved, visited, reversals from transaction order by id',
  ),
  refunds: await read('select id, status, amount from refund order by id'),
  chargebacks: await read('select id, status, amount from chargeback order by id'),
  events: await read('select transaction_id, entity, to_status from transaction_event order by id'),
  contradictions: await read('select id, state from contradiction order by id'),
  differences: await read('select sum(n)::int as n, sum(amount * n)::int as amount from statistics_delta'),
})

it('a copy of a notification of which even the id is forgotten changes nothing', async () => {
  const refunded = await pay({})
  const captured = await pay({ capture: false })
  await kontor.post(payer, `/v1/transaction/${captured}/capture`, { amount: 4_000 })
  const declined = await pay({ card_token: 'test_declined_do_not_honor' })
  const charged = await pay({ card_token: 'test_chargeback' })
  for (const id of [refunded, captured, charged]) await becomes(id, 'SETTLEMENT_COMPLETED')
  await becomes(declined, 'DECLINED')
  await kontor.post(payer, `/v1/transaction/${refunded}/refund`, { amount: 2_000 })
  await until(
    () =>
      read(
        `select (select count(*) from chargeback)::int as c, (select count(*) from refund where status = 'PROCESSED')::int as r`,
      ),
    ([{ c, r }]) => c >= 1 && r >= 1,
  )
  await until(undelivered, (n) => n === 0)
  // The figures are folded, so that a further change would be seen.
  await until(
    () => read('select from statistics_delta'),
    (rows) => rows.length === 0,
  )
  const before = await books()

  await owner.query(
    `delete from processor_notification; delete from outbox_attempt; delete from outbox; delete from payment_attempt`,
  )
  const { rowCount: told } = await store.query(
    `update notification set delivered_at = null, copies_left = 1, attempts = 0, next_attempt_at = now()`,
  )
  expect(told).toBeGreaterThan(6)
  await until(undelivered, (n) => n === 0)

  expect(await read('select count(*)::int as n from processor_notification')).toEqual([{ n: told }])
  expect(await books()).toEqual(before)
})
