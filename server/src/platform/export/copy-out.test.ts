import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Actor, engineActor } from '../db/actor.ts'
import { type Databases, openDatabases } from '../db/database.ts'
import { LendingSocket } from '../db/lending-socket.ts'
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
async function read(pause: () => Promise<unknown> = async () => {}): Promise<{ text: string; longest: number }> {
  const pieces: Buffer[] = []
  for await (const piece of copyOut(connection, numbers)) {
    pieces.push(Buffer.from(piece))
    await pause()
  }
  return { text: String(Buffer.concat(pieces)), longest: Math.max(...pieces.map(({ length }) => length)) }
}

describe('what the database copies out', () => {
  it('comes whole to a quick reader and to a slow one, for whom the database waits', async () => {
    expect((await read()).text).toBe(expected)
    const slow = await read(() => sleep(1))
    expect(slow.text).toBe(expected)
    expect(slow.longest).toBeLessThan(200_000)
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
    expect((await read()).text).toBe(expected)
  })

  it('is read into one buffer, of which the driver keeps nothing', async () => {
    const { client } = connection
    // The driver keeps the beginning of an answer that comes in parts.
    const { rows } = await client.query<{ text: string }>(
      `select repeat(chr(96 + n), 100000) as text from generate_series(1, 20) n`,
    )
    expect(rows.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(100_000)),
    )
    expect('connection' in client && Reflect.get(Object(client.connection), 'stream')).toBeInstanceOf(LendingSocket)
  })
})
