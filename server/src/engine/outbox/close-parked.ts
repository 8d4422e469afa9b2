import type { Trx } from '../../platform/db/database.ts'
import type { PaymentOperation } from './operation.ts'
import { closeJob } from './outbox.ts'

/**
 * Ends the parked voids of a payment that is voided, and the parked answers to its chargebacks that are open no more: nobody has
 * to decide them. A capture stays with a person, because it moves money.
 */
export async function closeParkedSettled(
  trx: Trx,
  {
    merchant_id,
    transaction_created_at,
    transaction_id,
  }: Pick<PaymentOperation, 'merchant_id' | 'transaction_created_at' | 'transaction_id'>,
): Promise<void> {
  const settled = await trx
    .selectFrom('outbox')
    .select(['outbox.merchant_id', 'outbox.id'])
    .where('outbox.merchant_id', '=', merchant_id)
    .where('outbox.transaction_id', '=', transaction_id)
    .where('outbox.done_at', 'is', null)
    // The index of overdue orders holds the parked ones.
    .where('outbox.overdue_at', 'is not', null)
    .where('outbox.parked_at', 'is not', null)
    .where(({ and, or, eb, exists, selectFrom }) =>
      or([
        and([
          eb('outbox.topic', '=', 'processor.void'),
          exists(
            selectFrom('transaction')
              .select('transaction.id')
              .where('transaction.merchant_id', '=', merchant_id)
              .where('transaction.created_at', '=', transaction_created_at)
              .where('transaction.id', '=', transaction_id)
              .where('transaction.status', '=', 'AUTHORIZATION_VOIDED'),
          ),
        ]),
        and([
          eb('outbox.topic', 'in', ['processor.accept', 'processor.dispute']),
          exists(
            selectFrom('chargeback')
              .select('chargeback.id')
              .whereRef('chargeback.merchant_id', '=', 'outbox.merchant_id')
              .whereRef('chargeback.id', '=', 'outbox.chargeback_id')
              .where('chargeback.status', '<>', 'OPEN'),
          ),
        ]),
      ]),
    )
    .execute()
  for (const job of settled) await closeJob(trx, job, 'settled another way')
}
