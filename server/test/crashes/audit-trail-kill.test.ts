import { afterAll, beforeAll, expect, it } from 'vitest'
import { findGaps } from '../../src/audit-trail/find-gaps.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { credential, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type Make, makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const kills = isHeavy ? 20 : 2
/** Writers that write one after the other, about fifty a second together. */
const writers = 8

let database: TestDatabase
let databases: Databases
let server: ServerProcess
let make: Make

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:1', credential })
  server = await startServerProcess(database)
})
afterAll(async () => {
  await server.kill()
  await databases.close()
  await database.drop()
})

it(`24: after ${kills} kills under load, every write has its item or a gap, and none has neither`, async () => {
  const { merchant } = await make.merchant()
  const key = await make.apiKey(merchant)
  const answered: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    let isOver = false
    const write = async (writer: number) => {
      for (let at = 0; !isOver; at++) {
        const body = JSON.stringify({ organisation: merchant, text: `${kill}-${writer}-${at}`, color: '#123456' })
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const reply = await fetch(`${server.url}/v1/tag`, { method: 'POST', headers, body }).catch(() => undefined)
        const row = reply?.status === 201 ? await reply.json().catch(() => undefined) : undefined
        if (row) answered.push((row as { id: string }).id)
      }
    }
    const load = Array.from({ length: writers }, (_, writer) => write(writer))
    const before = answered.length
    await new Promise((resolve) => setTimeout(resolve, 700 + Math.random() * 300))
    // A busy machine answers less in that time.
    await until(
      async () => answered.length - before,
      (count) => count > 20,
      60_000,
    )
    await server.kill()
    isOver = true
    await Promise.all(load)
    await server.start()
  }
  // Everything that the killed processes left is looked for, however young it is.
  await findGaps(databases.provider, 0)

  const tags = await databases.provider.selectFrom('tag').select('id').where('merchant_id', '=', merchant).execute()
  const items = await databases.provider
    .selectFrom('audit_trail_item as item')
    .leftJoin('audit_trail_content as content', (join) =>
      join.onRef('content.created_at', '=', 'item.created_at').onRef('content.id', '=', 'item.id'),
    )
    .select(['item.response_code', 'item.gap', 'content.response_body'])
    .where('item.merchant_id', '=', merchant)
    .where('item.route', '=', 'POST /v1/tag')
    .execute()
  const recorded = new Set(items.map(({ response_body }) => JSON.parse(response_body ?? '{}').id))
  const gaps = items.filter(({ gap }) => gap === 'no_answer')
  expect(gaps.every(({ response_code }) => response_code === 0)).toBe(true)
  expect(answered.length).toBeGreaterThan(20 * kills)
  expect(tags.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
  // Each tag that no item shows has its gap, and there is no gap without one.
  expect(gaps.length).toBe(tags.filter(({ id }) => !recorded.has(id)).length)
  expect(gaps.length).toBeGreaterThan(0)
}, 300_000)
