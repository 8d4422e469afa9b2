import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { createTransaction } from '../../src/payments/create-transaction.ts'
import { engineActor } from '../../src/platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../../src/platform/db/database.ts'
import { wrongAttempts, wrongSteps } from '../books.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { type MadeMerchant, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type Moment, openWire } from './wire.ts'

const settings = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
  NODE_OPTIONS: `--import=${new URL('./blind-sandbox.ts', import.meta.url).href}`,
}
/** The sandbox carries it out, and answers with an error that says nothing. */
const lostAfterWork = 66_613

let database: TestDatabase
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let sandboxStore: pg.Client
let wire: Awaited<ReturnType<typeof openWire>>
let server: ServerProcess
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  store = await createDatabase()
  sandbox = await buildSandbox(readSandboxSettings({ ...quickSandbox, SANDBOX_DATABASE_URL: store.url }))
  const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  sandboxStore = new pg.Client(store.url)
  await sandboxStore.connect()
  wire = await openWire(sandboxUrl)
  server = await startServerProcess(database, settings)
  shop = await makers(databases, { masterKey: database.masterKey, processorUrl: wire.url, credential }).merchant()
  // Nobody listens there: the outcome is learnt from replies alone.
  await connectAccount(sandboxUrl, 'http://127.0.0.1:9', shop.merchant)
}, 60_000)
afterAll(async () => {
  await server.kill()
  wire.close()
  await sandbox.close()
  await sandboxStore.end()
  await databases.close()
  await Promise.all([database.drop(), store.drop()])
})

const pay = () => {
  const order = {
    ...{ payment_profile: shop.profile, amount: lostAfterWork, payment_product: 'card' as const },
    ...{ merchant_reference: 'Order 1', card_token: 'test_visa', capture: false, asked: { by: 'shop' as const } },
  }
  const actor = { ...engineActor(shop.merchant, 'system'), kind: 'system' as const }
  return inTransaction(databases, actor, (trx) => createTransaction(trx, actor, order, new Date()))
}
const payment = (id: string) =>
  databases.provider.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()

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
    const { rows } = await sandboxStore.query(
      `select (select count(*)::int from operation where payment_reference = $1) as cancellations,
        (select array_agg(status) from payment where reference = $1) as payments`,
      [transaction],
    )
    expect(rows).toEqual([{ cancellations: 1, payments: ['AUTHORIZATION_VOIDED'] }])
    expect(await wrongSteps(databases.provider, shop.merchant)).toEqual([])
    expect(await wrongAttempts(databases.provider, shop.merchant)).toEqual([])
  },
)
