import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

export interface PastRouting {
  name: string
  payment_product: string
  currency_code: string
  details: Branch
}

/** A routing as a version of it was, from the trail of changes; it may be deleted since. */
export async function pastVersion(
  db: Reader,
  { merchant, id, version }: { merchant: string; id: string; version: number },
): Promise<PastRouting | undefined> {
  const { rows } = await sql<{ after: PastRouting }>`
    select after from change
    where merchant_id = ${merchant} and entity = 'routing' and item_id = ${id} and part is null
      and (after ->> 'version')::bigint = ${version}
    order by version limit 1`.execute(db)
  return rows[0]?.after
}
