import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

const together = 200

/**
 * The gateway's ids of the payments of these processors that may still change there, page by page: what is captured or released is
 * in no list of payments by their age.
 */
export async function* openPayments(
  provider: Reader,
  { merchant, processors }: { merchant: string; processors: readonly string[] },
): AsyncGenerator<string[]> {
  let after: { created_at: string; id: string } | undefined
  for (;;) {
    const further = after ? sql`and (created_at, id) > (${after.created_at}, ${after.id})` : sql``
    const { rows } = await sql<{ created_at: string; id: string; external: string }>`
      select created_at, id, processor_id_external as external from transaction
      where merchant_id = ${merchant} and processor_id = any(${[...processors]}::uuid[]) and processor_id_external is not null
        and status in ('INITIATED', 'PENDING', 'UNKNOWN', 'AUTHORIZED') ${further}
      order by created_at, id limit ${together}`.execute(provider)
    yield rows.map(({ external }) => external)
    after = rows.at(-1)
    if (rows.length < together) return
  }
}
