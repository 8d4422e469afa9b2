import pg from 'pg'
import { waitsHere } from '../database.ts'
import { type TestApp, until } from '../harness.ts'

/**
 * Asks for several things that happen in turn (`inTurn` of platform/db/locked.ts) while somebody else has the turn, and lets them
 * go on when all of them wait for it: whether two meet is not left to luck. Fails when one of them does not wait.
 */
export async function askedInTurn<T>({ database }: TestApp, thing: string, ask: () => Promise<T>[]): Promise<T[]> {
  const holder = new pg.Client(database.adminUrl)
  await holder.connect()
  try {
    // Not in a transaction, in which pg_stat_activity would go on showing who was connected at the first look.
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`kontor.${thing}`])
    const asked = ask()
    await until(
      async () => (await holder.query(`${waitsHere} and locktype = 'advisory'`)).rowCount,
      (waiting) => waiting === asked.length,
    )
    await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`kontor.${thing}`])
    return await Promise.all(asked)
  } finally {
    await holder.end()
  }
}
