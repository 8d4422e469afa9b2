import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { uncapturedJob } from './uncaptured-job.ts'

let kontor: TestApp
let shop: MadeMerchant
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())
beforeEach(async () => {
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
})

const day_ms = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day_ms)
const runAt = (now: Date) => uncapturedJob({ databases: kontor.databases, doNow: kontor.doNow }).run(now)
const configure = (capture_after_days: number | null, release_after_days: number | null) =>
  kontor.post(staff, `/v1/psp/merchant/${shop.merchant}/capturing`, {
    ...{ partial_capture: true, capture_after_days, release_after_days, reason: 'Agreed by mail' },
  })
async function held(): Promise<string> {
  const { body } = await kontor.post(staff, '/v1/transaction', {
    ...{ payment_profile: shop.profile, amount: 4_000, payment_product: 'card', card_token: 'test_visa' },
    ...{ merchant_reference: 'Order 1', capture: false },
  })
  return body.id
}
const payment = async (id: string) => (await kontor.get(staff, `/v1/transaction/${id}`)).body
const becomes = (id: string, status: string) =>
  until(
    () => payment(id),
    (row) => row.status === status,
  )
const orders = async (id: string) =>
  (
    await kontor.databases.provider
      .selectFrom('uncaptured_order')
      .select('kind')
      .where('transaction_id', '=', id)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)
const booksAreRight = async () => {
  const { provider } = kontor.databases
  for (const wrong of [wrongSums, wrongSteps, wrongAttempts]) expect(await wrong(provider, shop.merchant)).toEqual([])
}

it('An authorization is captured when its days are over, and not before; by nobody, says its timeline', async () => {
  await configure(3, null)
  const id = await held()
  await runAt(inDays(2.99))
  expect([(await payment(id)).status, await orders(id)]).toEqual(['AUTHORIZED', []])
  await Promise.all([runAt(inDays(3.01)), runAt(inDays(3.01)), runAt(inDays(3.01))])
  expect(await becomes(id, 'SETTLEMENT_REQUESTED')).toMatchObject({ captured_amount: 4_000 })
  expect(await orders(id)).toEqual(['capture'])
  const { body: events } = await kontor.get(staff, `/v1/transaction/${id}/events`)
  expect(events).toContainEqual(expect.objectContaining({ to_status: 'SETTLEMENT_REQUESTED', actor_kind: 'system' }))
  await booksAreRight()
})

it('An authorization is released when its days are over', async () => {
  await configure(null, 7)
  const id = await held()
  await runAt(inDays(6.9))
  expect((await payment(id)).status).toBe('AUTHORIZED')
  await runAt(inDays(7.1))
  await becomes(id, 'AUTHORIZATION_VOIDED')
  await booksAreRight()
})

it('A capture that its processor refuses is tried once, and the money is released a day later at the earliest', async () => {
  await configure(3, 5)
  // The sandbox does not have this payment.
  const { id } = await kontor.make.transaction(shop, { status: 'AUTHORIZED', processor_id_external: 'pay_unknown' })
  await runAt(inDays(9))
  await until(
    () => payment(id),
    (row) => row.status_reason !== null,
  )
  expect([(await payment(id)).status, await orders(id)]).toEqual(['AUTHORIZED', ['capture']])
  await runAt(inDays(9.5))
  expect(await orders(id)).toEqual(['capture'])
  await runAt(inDays(10.1))
  expect(await orders(id)).toEqual(['capture', 'void'])
})

it('Payments that cannot be captured, however many and however old, hold up no others', async () => {
  await configure(3, null)
  // No processor knows them, so that each is refused and stays due.
  for (let at = 0; at < 51; at += 1)
    await kontor.make.transaction(shop, { status: 'AUTHORIZED', processor_id_external: '' })
  const id = await held()
  await runAt(inDays(3.1))
  expect(await orders(id)).toEqual(['capture'])
})

it('Nothing is ordered for a merchant without such days, or of a payment that somebody captures', async () => {
  const free = await held()
  await runAt(inDays(20))
  expect(await orders(free)).toEqual([])
  await configure(1, null)
  const captured = await held()
  await kontor.post(staff, `/v1/transaction/${captured}/capture`, { amount: 1_000 })
  await runAt(inDays(2))
  expect(await orders(captured)).toEqual([])
  expect((await payment(captured)).captured_amount).toBe(1_000)
  expect(await orders(free)).toEqual(['capture'])
})
