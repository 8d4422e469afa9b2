import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Actor, engineActor } from '../db/actor.ts'
import { type Databases, openDatabases } from '../db/database.ts'
import type { LimitedConnection } from '../limited-connections.ts'
import { copyOut } from './copy-out.ts'

let database: TestDatabase
let databases: Databases
let connection: LimitedConnection
const actor: Actor = engineActor('', 'system')
beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  connection = await databases.exports.begin(actor)
})
afterAll(async () => {
  connection.end(true)
  await databases.close()
  await database.drop()
})

const count = 60_000
const numbers = `copy (select n, repeat('é', 1 + n % 50) from generate_series(1, ${count}) n) to stdout (format csv)`
const expected = Array.from({ length: count }, (_, at) => `${at + 1},${'é'.repeat(1 + ((at + 1) % 50))}\n`).join('')

/** The whole output, read with a pause after each piece. */
async function read(pause: () => Promise<unknown> = async () => {}): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of copyOut(connection, numbers)) {
    pieces.push(Buffer.from(piece))
    await pause()
  }
  return String(Buffer.concat(pieces))
}

describe('what the database copies out', () => {
  it('comes whole to a quick reader and to a slow one', async () => {
    expect(await read()).toBe(expected)
    expect(await read(() => sleep(1))).toBe(expected)
  })

  it('waits in the database for a reader who takes nothing, and comes whole when they go on', async () => {
    const own = await databases.exports.begin(actor)
    try {
      const [{ pid } = {}] = (await own.client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
      const waits = `select wait_event from pg_stat_activity where pid = ${pid}`
      // More than the network between the two holds.
      const much = `copy (select repeat('x', 999) from generate_series(1, 40000)) to stdout`
      let bytes = 0
      for await (const piece of copyOut(own, much)) {
        const waitsFor = async () => (await databases.pools.merchant.query(waits)).rows
        if (bytes === 0) await vi.waitFor(async () => expect(await waitsFor()).toEqual([{ wait_event: 'ClientWrite' }]))
        bytes += piece.length
      }
      expect(bytes).toBe(40_000_000)
    } finally {
      own.end(false)
    }
  })

  it('leaves the connection to the driver, with and without an error of the statement', async () => {
    const broken = async () => {
      for await (const _ of copyOut(connection, 'copy (select 1 / (3 - n) from generate_series(1, 5) n) to stdout'));
    }
    const { client } = connection
    await client.query('savepoint before')
    await expect(broken()).rejects.toThrow('division by zero')
    await client.query('rollback to before')
    const { rows } = await client.query('select generate_series(1, 3000) as n')
    expect(rows).toHaveLength(3_000)
    expect(await read()).toBe(expected)
  })

  it('is followed by answers of which the driver may keep the beginning until the rest comes', async () => {
    const { client } = connection
    const { rows } = await client.query<{ text: string }>(
      `select repeat(chr(96 + n), 100000) as text from generate_series(1, 20) n`,
    )
    expect(rows.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(100_000)),
    )
  })
})
