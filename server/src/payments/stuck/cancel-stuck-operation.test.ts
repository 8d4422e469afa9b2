import { randomUUID } from 'node:crypto'
import type { Role } from '@kontor/contract/roles'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from '../../../test/books.ts'
import { connectAccount, credential, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let owner: pg.Client
let shop: MadeMerchant
let staff: string
let user: string

beforeAll(async () => {
  kontor = await startTestApp()
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})
beforeEach(async () => {
  shop = await kontor.make.merchant()
  user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  // Nobody listens there: an authorization that is reported would end the parked order.
  await connectAccount(kontor.sandboxUrl, 'http://127.0.0.1:9', shop.merchant)
})
afterEach(async () => {
  const { provider } = kontor.databases
  expect(await wrongSums(provider, shop.merchant)).toEqual([])
  expect(await wrongSteps(provider, shop.merchant)).toEqual([])
  expect(await wrongAttempts(provider, shop.merchant)).toEqual([])
})

const cancel = (id: string, who = staff) => kontor.post(who, `/v1/psp/stuckoperation/${id}/cancel`, {})
const stuck = async (id: string) => (await kontor.get(staff, `/v1/psp/stuckoperation/${id}`)).body
const payment = async (id: string) => (await kontor.get(user, `/v1/transaction/${id}`)).body
const cancellations = async (id: string) =>
  (
    await owner.query(
      `select * from outbox where transaction_id = $1 and topic = 'processor.cancel_reference' order by id`,
      [id],
    )
  ).rows

/** A parked payment of which the sandbox knows as much as its operations say. */
async function parked(at: 'held' | 'nowhere' = 'held'): Promise<string> {
  const paid = await kontor.make.transaction(shop, { status: 'UNKNOWN' })
  await owner.query('update transaction set processor_id_external = null where id = $1', [paid.id])
  if (at === 'held')
    await fetch(`${kontor.sandboxUrl}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ reference: paid.id, amount: 10_000, currency_code: shop.currency_code, payment_product: 'card' },
        ...{ card_token: 'test_visa', capture: false, merchant_reference: 'Order 1' },
      }),
    })
  return kontor.make.stuckOperation(shop, { transaction: paid })
}

it('A parked payment is cancelled at the processor, in the name of who asked for it', async () => {
  const id = await parked()
  expect(await stuck(id)).toMatchObject({ may_cancel: true, cancellation: null })
  const { status, body } = await cancel(id)
  expect([status, body]).toMatchObject([200, { state: 'ENDED', cancellation: 'DONE', may_cancel: false }])
  expect(await payment(id)).toMatchObject({ status: 'CANCELLED', status_reason: 'cancelled_by_reference' })
  const events = (await kontor.get(staff, `/v1/transaction/${id}/events`)).body
  const ordered = events.find(({ kind }: { kind: string }) => kind === 'cancellation')
  expect(ordered).toMatchObject({ subject: id, actor_kind: 'user', actor_name: expect.any(String) })
  expect(events).toContainEqual(expect.objectContaining({ to_status: 'CANCELLED', actor_name: ordered.actor_name }))
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: 'processor_call',
      call: expect.objectContaining({ operation: 'cancel_reference' }),
    }),
  )
  const seen = (await kontor.get(user, `/v1/transaction/${id}/events`)).body
  expect(JSON.stringify(seen)).not.toContain(ordered.actor_name)
  expect(seen).toContainEqual(expect.objectContaining({ kind: 'cancellation', actor_kind: 'provider' }))
})

it('A payment of which the processor has nothing stays parked, says why, and may be cancelled once more', async () => {
  const id = await parked('nowhere')
  const { body } = await cancel(id)
  expect(body).toMatchObject({ state: 'PARKED', cancellation: 'NOT_DONE', may_cancel: true })
  expect(body.cancellation_reason).toBe('unknown_payment_reference')
  expect((await payment(id)).status).toBe('UNKNOWN')
  expect((await cancel(id)).status).toBe(200)
  expect(await cancellations(id)).toHaveLength(2)
})

it('A parked payment of which another attempt is being cancelled is not cancelled beside that', async () => {
  const id = await parked()
  const [other, elsewhere] = [randomUUID(), await kontor.make.processor(shop.merchant, {})]
  await owner.query(
    `insert into payment_attempt (merchant_id, transaction_created_at, transaction_id, id, attempt, processor_id, state, began_at, ended_at)
      select merchant_id, created_at, id, $2, 2, $3, 'REFUSED', created_at, created_at from transaction
      where id = (select transaction_id from outbox where id = $1)`,
    [id, other, elsewhere],
  )
  await owner.query(
    `insert into outbox (merchant_id, id, topic, transaction_created_at, transaction_id, payload, next_attempt_at)
      select merchant_id, $2::uuid, 'processor.cancel_reference', transaction_created_at, transaction_id,
        jsonb_build_object('of', $2::uuid), '9999-12-31T00:00:00Z'
      from outbox where id = $1`,
    [id, other],
  )
  const { status, body } = await cancel(id)
  // The books of attempts know nothing of this one.
  await owner.query('delete from payment_attempt where id = $1', [other])
  expect([status, body.code]).toEqual([409, 'operation_in_progress'])
})

it('Of two persons at the same moment, one cancels it', async () => {
  const id = await parked()
  const both = await Promise.all([cancel(id), cancel(id), cancel(id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await until(
    () => payment(id),
    ({ status }) => status === 'CANCELLED',
  )
  expect(await cancellations(id)).toHaveLength(1)
})

it('Only a parked payment is cancelled like that, and not one that has an outcome', async () => {
  const late = await kontor.make.stuckOperation(shop, { parked_why: null })
  const held = await kontor.make.transaction(shop, { status: 'AUTHORIZED' })
  const capture = await kontor.make.stuckOperation(shop, { transaction: held, operation: 'capture' })
  const over = await kontor.make.stuckOperation(shop, { ended: true })
  expect((await cancel(late)).body.code).toBe('operation_not_cancellable')
  expect((await cancel(capture)).body.code).toBe('operation_not_cancellable')
  expect((await cancel(over)).body.code).toBe('operation_not_stuck')
})

it('It is the provider’s to order, with the rights to processors, payments and refunds', async () => {
  const id = await parked()
  const of = (...roles: Role[]) => kontor.make.cookie({ roles })
  const merchants = await kontor.make.cookie({ roles: ['TRANSACTION_ALL', 'REFUND_ALL'], merchant: shop.merchant })
  for (const who of [user, merchants]) expect((await cancel(id, who)).status).toBe(403)
  expect((await cancel(id, await of('PSP_PROCESSOR_ALL', 'TRANSACTION_ALL'))).status).toBe(403)
  expect((await cancel(id, await of('PSP_PROCESSOR_UPDATE', 'TRANSACTION_UPDATE', 'REFUND_CREATE'))).status).toBe(200)
})
