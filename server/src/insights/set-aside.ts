import { sql } from 'kysely'
import pg from 'pg'
import type { Reader } from '../platform/db/database.ts'

/** The reason why a delta could not be added to the roll-ups, in PostgreSQL's words. */
export interface SetAside {
  id: number
  reason: string
}

/**
 * True when the content of a delta is at fault (data, constraints, limits of an index), and not the database or the
 * connection.
 */
export const isAboutData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')

/** Sets one delta aside. It counts nowhere until its day is made again. */
export async function setAside(db: Reader, place: string, { message, code }: pg.DatabaseError): Promise<SetAside> {
  const reason = `${message} (${code})`
  const { rows } = await sql<{ id: number }>`
    with taken as (delete from statistics_delta where ctid = ${place}::tid returning *)
    insert into statistics_delta_aside (reason, delta) select ${reason}, to_jsonb(taken) from taken returning id`.execute(
    db,
  )
  return { id: rows[0]?.id ?? 0, reason }
}

export async function countAside(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from statistics_delta_aside`.execute(db)
  return rows[0]?.n ?? 0
}
