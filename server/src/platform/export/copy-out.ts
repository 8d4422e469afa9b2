import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Actor } from '../db/actor.ts'
import type { Databases } from '../db/database.ts'

/** A reader that takes nothing for so long is given up: it holds a connection and an old snapshot. */
const patience_ms = 60_000

/**
 * What `copy … to stdout` gives, in one transaction: what it holds was true at one instant. A slow reader slows the
 * database. When nobody reads on, the connection is closed and the statement ends with it.
 */
export function copyOut(databases: Databases, actor: Actor, statement: string): Readable {
  const { merchant } = actor.scope
  const pool = merchant === null ? databases.pools.provider : databases.pools.merchant
  const out = new PassThrough()
  copyInto(out, pool, actor, statement).catch((error) => out.destroy(error))
  return out
}

async function copyInto(out: PassThrough, pool: pg.Pool, actor: Actor, statement: string): Promise<void> {
  const client = await pool.connect()
  try {
    await begin(client, actor)
    if (out.destroyed) throw new Error('nobody reads')
    const copied = client.query(copyTo(statement))
    // It may report its end after it was given up.
    copied.on('error', () => {})
    giveUpWhenIdle(out)
    await pipeline(copied, out)
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closes the connection: the statement may still be running.
    client.release(true)
    throw error
  }
}

/**
 * Days in files are days of the reader's zone. A large file takes longer than any other statement may. The database looks
 * every second whether somebody is still there: it would otherwise sort to its end what nobody waits for.
 */
async function begin(client: pg.PoolClient, { scope, time_zone }: Actor): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(
    `select set_config('kontor.merchant', $1, true), set_config('timezone', $2, true),
      set_config('statement_timeout', '0', true), set_config('client_connection_check_interval', '1000', true)`,
    [scope.merchant ?? '', time_zone],
  )
}

function giveUpWhenIdle(out: PassThrough): void {
  let last = Date.now()
  out.on('data', () => {
    last = Date.now()
  })
  const timer = setInterval(() => {
    if (Date.now() - last > patience_ms && out.readableLength > 0) out.destroy(new Error('the reader stopped'))
  }, 5_000)
  timer.unref()
  out.once('close', () => clearInterval(timer))
}
