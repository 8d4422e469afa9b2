import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredLink } from './locked-link.ts'

/** Ends a link. Refused while it is being paid, because the outcome of that payment decides about the link. */
export async function endLink(trx: Trx, link: Locked<StoredLink>, to: 'EXPIRED' | 'CANCELLED'): Promise<void> {
  if (link.is_being_paid) throw new Refusal('payment_in_progress')
  await sql`update ${sql.table(link.table)} set status = ${to}, status_reason = 'by_hand'
    where merchant_id = ${link.merchant_id} and id = ${link.id}`.execute(trx)
}
