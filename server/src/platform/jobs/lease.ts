import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrationNames } from '../../migration-files.ts'
import { StartProblem } from '../../start-problem.ts'
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

/**
 * Waits until nobody else holds the lease of this name, then runs the work. Throws a StartProblem in a program whose work a later
 * migration has ended: it would wait for ever.
 */
export async function inTurn<T>(db: Reader, name: string, run: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  while (!(await take(db, name, holder))) {
    if (await isWorkOver(db)) throw new StartProblem(overText)
    await sleep(look_ms)
  }
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

const overText =
  'The database is of a newer Kontor, which has ended the work in the background of this program: start that version.'

/**
 * By which the database knows a program that works by rules of before, which gets no lease (docs/adr/0206): its number, and how many
 * migrations it has, because one may be merged after others with higher numbers (docs/adr/0219).
 */
const program = migrationNames().then((names) => ({ number: numberOf(names.at(-1) ?? ''), migrations: names.length }))

async function isWorkOver(db: Reader): Promise<boolean> {
  const { number, migrations } = await program
  const { rows } = await sql<{ is_over: boolean }>`select is_work_over(${number}, ${migrations}) as is_over`.execute(db)
  return rows[0]?.is_over === true
}

async function take(db: Reader, name: string, holder: string): Promise<boolean> {
  const { number, migrations } = await program
  const { rows } = await sql`${fixed}
    insert into periodic_lease as known (name, holder, leased_until, program, migrations)
    values (${name}, ${holder}, ${leaseEnd}, ${number}, ${migrations})
    on conflict (name) do update
      set holder = excluded.holder, leased_until = excluded.leased_until, program = excluded.program,
        migrations = excluded.migrations
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
