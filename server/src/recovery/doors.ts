import { sql } from 'kysely'
import type { Databases, Reader } from '../platform/db/database.ts'

/** Since when processors are to be asked, while nothing is ordered; undefined: orders are taken. */
export async function closedSince(db: Reader): Promise<Date | undefined> {
  const { recovering_since } = await db.selectFrom('installation').select('recovering_since').executeTakeFirstOrThrow()
  return recovering_since === null ? undefined : new Date(recovering_since)
}

/**
 * Closes the doors of a restored database: no order to a processor is written until they are opened, because the same may have been
 * ordered before and be lost. What is still to be sent may have been sent after the restored moment: it is asked about first, and
 * sent again only where it cannot be carried out twice (docs/adr/0081). Closing again changes nothing but an earlier moment.
 */
export function closeDoors({ provider }: Databases, since: Date): Promise<void> {
  return provider.transaction().execute(async (trx) => {
    const was = await sql<{
      since: string | null
    }>`select recovering_since as since from installation for update`.execute(trx)
    await sql`update installation set recovering_since = least(recovering_since, ${since.toISOString()}::timestamptz)`.execute(
      trx,
    )
    if (was.rows[0]?.since) return
    await sql`update outbox set uncertain = true, first_sent_at = created_at
      where done_at is null and first_sent_at is null`.execute(trx)
  })
}

export const openDoors = ({ provider }: Databases) =>
  provider.updateTable('installation').set({ recovering_since: null }).execute()
