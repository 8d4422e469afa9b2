import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type LinkTable, lockActiveLink } from './locked-link.ts'

/** Ends a link. Refused while it is being paid, because the outcome of that payment decides about the link. */
export async function endLink(
  trx: Trx,
  actor: Actor,
  table: LinkTable,
  id: string,
  to: 'EXPIRED' | 'CANCELLED',
  now: Date,
): Promise<void> {
  const link = await lockActiveLink(trx, actor, table, id, now)
  if (link.is_being_paid) throw new Refusal('payment_in_progress')
  await sql`update ${sql.table(table)} set status = ${to}, status_reason = 'by_hand'
    where merchant_id = ${link.merchant_id} and id = ${link.id}`.execute(trx)
}
