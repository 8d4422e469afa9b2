import type { Trx } from '../../platform/db/database.ts'
import type { Authorization } from './operation.ts'

/** Whether the payer brought something back: it is being sent, or its processor has it and decides later. */
export async function returnOf(
  trx: Trx,
  { merchant_id, transaction_id }: Pick<Authorization, 'merchant_id' | 'transaction_id'>,
): Promise<'under_way' | 'pending' | 'none'> {
  const returns = await trx
    .selectFrom('outbox')
    .leftJoin('outbox_attempt', (join) =>
      join
        .onRef('outbox_attempt.merchant_id', '=', 'outbox.merchant_id')
        .onRef('outbox_attempt.outbox_id', '=', 'outbox.id')
        .on('outbox_attempt.result', '=', 'PENDING'),
    )
    .select(['outbox.done_at', 'outbox_attempt.result'])
    .where('outbox.merchant_id', '=', merchant_id)
    .where('outbox.transaction_id', '=', transaction_id)
    .where('outbox.topic', '=', 'processor.resume')
    .execute()
  if (returns.some(({ done_at }) => done_at === null)) return 'under_way'
  return returns.some(({ result }) => result === 'PENDING') ? 'pending' : 'none'
}
