import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type MadeMerchant, type Make, makers } from '../../../test/make.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../../platform/db/database.ts'
import type { Connection, Exchange } from '../../processors/gateway.ts'
import { lookingUp, recordingCalls } from './record-calls.ts'

let database: TestDatabase
let databases: Databases
let make: Make
let shop: MadeMerchant

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, {
    ...{ masterKey: database.masterKey, processorUrl: 'http://localhost', credential: { api_key: 'x' } },
  })
  shop = await make.merchant()
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

it('A call is of the operation that its caller names, whatever its method, and is kept without secrets, in JSON and in a form (check 17)', async () => {
  const { id, created_at } = await make.transaction(shop)
  const of = { merchant_id: shop.merchant, id, transaction_id: id, transaction_created_at: created_at }
  const operation = { ...of, topic: 'processor.void' as const, payload: {} }
  const exchanges: Exchange[] = []
  const connection: Connection = {
    ...{ addresses: {}, mode: 'test', credential: {}, timeout_ms: 1 },
    onExchange: (exchange) => void exchanges.push(exchange),
  }
  const exchange = { request_body: '', response_code: 200, response_body: '{"iban":"CANARY"}', duration_ms: 1.4 }
  const url = 'https://a.example/v1/mandates/CANARY'
  const request_body = 'iban=CANARY&payment_method=pm_1CANARY5Xz9&receipt_email=CANARY%40shop.example'
  connection.onExchange({ ...exchange, method: 'GET', url, request_body })
  lookingUp(connection).onExchange({ ...exchange, method: 'POST', url })
  await inTransaction(databases, engineActor(shop.merchant, 'processor'), (trx) =>
    recordingCalls(trx, { operation, processor: shop.processor }, exchanges)
      .selectFrom('merchant')
      .select('id')
      .execute(),
  )
  const calls = databases.provider.selectFrom('processor_call').selectAll().where('transaction_id', '=', id)
  const seen = await calls.orderBy('id').execute()
  expect(seen.map((call) => [call.method, call.operation])).toEqual([
    ['GET', 'void'],
    ['POST', 'look_up'],
  ])
  expect(JSON.stringify(seen)).not.toContain('CANARY')
})
