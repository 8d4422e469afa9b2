import { Refusal } from '@kontor/contract/refusal'
import { type PaymentOperation, readOperation } from '../../engine/outbox/operation.ts'
import type { Trx } from '../../platform/db/database.ts'

/** The order that got stuck. */
export async function orderOf(trx: Trx, merchant_id: string, id: string): Promise<PaymentOperation> {
  const job = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const operation = readOperation(job)
  if (operation.topic === 'processor.revoke_card') throw new Refusal('not_found')
  return operation
}
