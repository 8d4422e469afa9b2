import type { Trx } from '../../database.ts'
import type { Operation } from '../operation.ts'

export type Change = 'CONCLUDE' | 'SETTLE' | 'ABANDON' | 'CHARGE_BACK' | 'EXPIRE' | 'DECIDE' | 'SUCCEED_LATE' | 'UNDO'

export async function schedule(
  trx: Trx,
  operation: Pick<Operation, 'account' | 'id'>,
  change: Change,
  delay_ms: number,
) {
  await trx.query(
    `insert into due_change (account, operation_id, change, due_at)
     values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')`,
    [operation.account, operation.id, change, delay_ms],
  )
}
