import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTransaction } from '../../src/payments/create-transaction.ts'
import { engineActor } from '../../src/platform/db/actor.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { wrongAttempts, wrongSteps } from '../books.ts'
import { connectAccount, until } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type Lasting, openLasting, quickServer } from './lasting.ts'
import { type Moment, openWire } from './wire.ts'

const settings = {
  ...quickServer,
  NODE_OPTIONS: `--import=${new URL('./blind-sandbox.ts', import.meta.url).href}`,
}
/** The sandbox carries it out, and answers with an error that says nothing. */
const lostAfterWork = 66_613

let lasting: Lasting
let wire: Awaited<ReturnType<typeof openWire>>
let server: ServerProcess
let shop: MadeMerchant

beforeAll(async () => {
  lasting = await openLasting()
  const { sandboxUrl } = lasting
  wire = await openWire(sandboxUrl)
  server = await startServerProcess(lasting.database, settings)
  shop = await lasting.makersAt(wire.url).merchant()
  // Nobody listens there: the outcome is learnt from replies alone.
  await connectAccount(sandboxUrl, 'http://127.0.0.1:9', shop.merchant)
}, 60_000)
afterAll(async () => {
  await server.kill()
  wire.close()
  await lasting.close()
})

const pay = () => {
  const order = {
    ...{ payment_profile: shop.profile, amount: lostAfterWork, payment_product: 'card' as const },
    ...{ merchant_reference: 'Order 1', card_token: 'test_visa', capture: false, asked: { by: 'shop' as const } },
  }
  const actor = { ...engineActor(shop.merchant, 'system'), kind: 'system' as const }
  return inTransaction(lasting.databases, actor, (trx) => createTransaction(trx, actor, order, new Date()))
}
const payment = (id: string) =>
  lasting.databases.provider.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()

it.each<Moment>(['before the work', 'after the work', 'after the reply'])(
  'a payment is cancelled once by its reference, also when the engine is killed %s of the cancellation',
  { timeout: 60_000 },
  async (moment) => {
    let isKilled = false
    wire.watch(async (now, path) => {
      if (isKilled || now !== moment || path !== '/v1/cancels') return
      isKilled = true
      await server.kill()
      void server.start()
    })
    const { transaction } = await pay()
    await until(
      () => payment(transaction),
      ({ status }) => status === 'CANCELLED',
      40_000,
    )
    expect(isKilled).toBe(true)
    const { rows } = await lasting.books.query(
      `select (select count(*)::int from operation where payment_reference = $1) as cancellations,
        (select array_agg(status) from payment where reference = $1) as payments`,
      [transaction],
    )
    expect(rows).toEqual([{ cancellations: 1, payments: ['AUTHORIZATION_VOIDED'] }])
    expect(await wrongSteps(lasting.databases.provider, shop.merchant)).toEqual([])
    expect(await wrongAttempts(lasting.databases.provider, shop.merchant)).toEqual([])
  },
)
