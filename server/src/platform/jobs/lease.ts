import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { newestMigration } from '../../migration-files.ts'
import type { Reader } from '../db/database.ts'
import { fixed } from '../db/kept-plans.ts'
import { numberOf } from '../schema-version.ts'

/** Milliseconds after which a holder that has not renewed its lease is taken for dead. */
const lease_ms = 8_000
const renewal_ms = 2_000
/** Milliseconds between two looks of a process that waits for a lease. */
export const look_ms = 50

/**
 * Runs the work under the lease of this name. Gives undefined when another process, or another call of this one, holds
 * it, and always in a program whose work a later migration has ended.
 */
export async function exclusively<T>(db: Reader, name: string, run: () => Promise<T>): Promise<T | undefined> {
  const holder = randomUUID()
  return (await take(db, name, holder)) ? holding(db, name, holder, run) : undefined
}

/** Waits until nobody else holds the lease of this name, then runs the work. */
export async function inTurn<T>(db: Reader, name: string, run: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  while (!(await take(db, name, holder))) await sleep(look_ms)
  return holding(db, name, holder, run)
}

/**
 * Runs the work while renewing the lease. No connection is kept meanwhile. A lease that cannot be renewed or given back
 * ends by itself.
 */
async function holding<T>(db: Reader, name: string, holder: string, run: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => void renew(db, name, holder).catch(() => {}), renewal_ms)
  try {
    return await run()
  } finally {
    clearInterval(renewal)
    const release = () => giveBack(db, name, holder)
    // A first try may meet a connection that the work has lost.
    await release()
      .catch(release)
      .catch(() => {})
  }
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${lease_ms / 1000})`
// A crash of the database may lose changes of leases, which does no harm; waiting for its disk several times a second
// would.
const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`

/** By which the database knows a program that works by rules of before (docs/adr/0206): it gets no lease. */
const program = newestMigration().then(numberOf)

async function take(db: Reader, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`${fixed}
    insert into periodic_lease as known (name, holder, leased_until, program)
    values (${name}, ${holder}, ${leaseEnd}, ${await program})
    on conflict (name) do update
      set holder = excluded.holder, leased_until = excluded.leased_until, program = excluded.program
      where known.holder is null or known.leased_until <= clock_timestamp()
    returning ${withoutWaiting}`.execute(db)
  return rows.length > 0
}

const renew = (db: Reader, name: string, holder: string) =>
  sql`update periodic_lease set leased_until = ${leaseEnd} where name = ${name} and holder = ${holder}
    returning ${withoutWaiting}`.execute(db)

const giveBack = (db: Reader, name: string, holder: string) =>
  sql`${fixed} update periodic_lease set holder = null where name = ${name} and holder = ${holder}
    returning ${withoutWaiting}`.execute(db)
