import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockChargeback, requireUnanswered } from './locked-chargeback.ts'

/** Removes a file, as long as nothing was decided. */
export async function removeEvidence(
  trx: Trx,
  actor: Actor,
  id: string,
  { evidence }: { evidence: string },
): Promise<void> {
  const { chargeback } = await lockChargeback(trx, actor, id)
  requireUnanswered(chargeback)
  const { numDeletedRows } = await trx
    .deleteFrom('chargeback_evidence')
    .where('merchant_id', '=', chargeback.merchant_id)
    .where('chargeback_id', '=', chargeback.id)
    .where('id', '=', evidence)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}
