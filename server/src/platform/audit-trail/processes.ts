import { sql } from 'kysely'
import type { Databases, Reader } from '../db/database.ts'

/** Says that this process lives and writes the trail. */
export const beProcess = (db: Reader, id: string): Promise<unknown> =>
  sql`insert into audit_trail_process (id) values (${id}) on conflict (id) do update set seen_at = clock_timestamp()`.execute(
    db,
  )

/** It ended, and lost nothing. */
export const endProcess = (db: Reader, id: string): Promise<unknown> =>
  sql`delete from audit_trail_process where id = ${id}`.execute(db)

/** Takes the processes that ended without a word. Gives when each was last seen, by the engine's time. */
export async function takeLostProcesses(trx: Databases['provider']): Promise<string[]> {
  const { rows } = await sql<{ seen_at: string }>`
    delete from audit_trail_process where seen_at < clock_timestamp() - interval '2 minutes'
    returning seen_at + (select coalesce(max(clock_offset_ms), 0) from installation) * interval '1 millisecond' as seen_at`.execute(
    trx,
  )
  return rows.map(({ seen_at }) => seen_at)
}
