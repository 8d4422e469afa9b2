import type { SettlementLineKind } from '@kontor/contract/processors/processor-settlement.rules'
import type { DifferenceStatus, DifferenceType } from '@kontor/contract/reconciliation/reconciliation.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { seenProcessorSettlement } from '../processors/settlements/seen-processor-settlement.ts'
import type { ReconciliationDifference } from '../schema.ts'
import { inTurnOfMerchant } from './match-file.ts'

// CHECK constraints allow only the contract's words.
interface Words {
  type: DifferenceType
  status: DifferenceStatus
  line_kind: SettlementLineKind
}
export type StoredDifference = Omit<Selectable<ReconciliationDifference>, keyof Words> & Words

/** Locks a difference of a processor settlement that the actor may see, after whatever else decides lines of the merchant. */
export async function lockDifference(
  trx: Trx,
  actor: Actor,
  id: string,
  { difference }: { difference: string },
): Promise<Locked<StoredDifference>> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  await inTurnOfMerchant(trx, merchant_id)
  const found = await lockRow(
    trx
      .selectFrom('reconciliation_difference')
      .selectAll()
      .where('merchant_id', '=', merchant_id)
      .where('processor_settlement_id', '=', id)
      .where('id', '=', difference)
      .$castTo<StoredDifference>(),
  )
  if (!found) throw new Refusal('not_found')
  return found
}

export const changeDifference = (
  trx: Trx,
  { merchant_id, id }: Locked<StoredDifference>,
  values: Updateable<ReconciliationDifference>,
) =>
  trx
    .updateTable('reconciliation_difference')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
