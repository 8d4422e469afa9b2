import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps } from '../../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let client: pg.Client

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 5_000, sandbox: { SANDBOX_ABANDON_AFTER_MS: '300' } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
  client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await kontor.stop()
})

const pay = async (asked: object): Promise<string> =>
  (
    await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount: 5_000, payment_product: 'card', merchant_reference: 'Order 1' },
      ...{ card_token: 'test_visa', ...asked },
    })
  ).body.id
const becomes = (id: string, status: string) =>
  until(
    async () => (await kontor.get(owner, `/v1/transaction/${id}`)).body.status,
    (seen) => seen === status,
  )

it('payments from before get the attempts that the engine would have written, each in its month', async () => {
  const settled = await pay({})
  const voided = await pay({ capture: false })
  await kontor.post(owner, `/v1/transaction/${voided}/void`)
  const declined = await pay({ card_token: 'test_declined_stolen_card' })
  const waiting = await pay({ card_token: 'test_3ds_required' })
  for (const [id, status] of [
    [settled, 'SETTLEMENT_COMPLETED'],
    [voided, 'AUTHORIZATION_VOIDED'],
    [declined, 'DECLINED'],
    [waiting, 'ABANDONED'],
  ] as const)
    await becomes(id, status)
  await kontor.make.transaction(shop, { status: 'FAILED' })
  await kontor.make.transaction(shop, { status: 'CANCELLED' })
  await kontor.make.transaction(shop, { status: 'UNKNOWN' })
  await client.query(`select ensure_partitions('2019-03-01', '2019-03-31')`)
  await kontor.make.transaction(shop, { created_at: new Date('2019-03-05T12:00:00Z') })
  const blocked = await kontor.make.transaction(shop, { status: 'CANCELLED', blocked: true })
  await client.query('delete from payment_attempt where transaction_id = $1', [blocked.id])
  await client.query('update transaction set processor_id = null where id = $1', [blocked.id])

  const written = await attempts()
  expect(written.map(({ state }) => state).sort()).toEqual(
    ['APPROVED', 'APPROVED', 'APPROVED', 'CANCELLED', 'CANCELLED', 'DECLINED', 'OPEN', 'REFUSED'].sort(),
  )
  await client.query('drop table payment_attempt; drop function keep_attempt_ended')
  const migration = await readFile(new URL('../../migrations/0027-payment-attempts.sql', import.meta.url), 'utf8')
  await client.query(`begin; ${migration}; commit`)

  const filled = await attempts()
  expect(filled.map(({ ended_at: _, ...row }) => row)).toEqual(written.map(({ ended_at: _, ...row }) => row))
  // The payment of 2019 was inserted with its final status, so its events are of today. Its times are not compared.
  for (const [index, { began_at, ended_at }] of filled.entries())
    if (began_at > new Date('2020-01-01'))
      expect(Math.abs(Number(ended_at) - Number(written[index]?.ended_at))).toBeLessThan(1_000)
  const months = await client.query(`select count(*)::int as n from pg_inherits
    where inhparent = 'payment_attempt'::regclass`)
  const theirs = await client.query(
    `select count(*)::int as n from pg_inherits where inhparent = 'transaction'::regclass`,
  )
  expect(months.rows).toEqual(theirs.rows)
  expect(await wrongAttempts(kontor.databases.provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(kontor.databases.provider, shop.merchant)).toEqual([])
  // New payments work after the migration.
  await becomes(await pay({}), 'SETTLEMENT_COMPLETED')
})

it('a payment that the version before wrote beside this one has no attempt, and is taken all the same', async () => {
  const { id, created_at } = await kontor.make.transaction(shop, { status: 'INITIATED' })
  await client.query('delete from payment_attempt where transaction_id = $1', [id])
  await client.query(
    `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload)
     values ($1, $2, 'processor.authorize', $3, $2, '{"capture": true, "card_token": "test_visa"}')`,
    [shop.merchant, id, created_at],
  )
  await becomes(id, 'SETTLEMENT_COMPLETED')
})

const attempts = async () =>
  (
    await client.query(
      `select transaction_id, id, attempt, processor_id, state, reason, began_at, ended_at from payment_attempt
       order by transaction_id`,
    )
  ).rows
