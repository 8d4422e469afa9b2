import { inTransaction, type Trx } from '../../database.ts'
import type { Services } from '../../services.ts'
import { advance, approvedStatus, declinedStatus } from '../advance.ts'
import { captureFailed, refundReturned } from '../behaviour/rules.ts'
import { concludeCancel } from '../cancels.ts'
import { decideDispute, expireChargeback, openChargeback } from '../chargebacks.ts'
import { fallShort, succeedLate } from '../contradictions.ts'
import { findOperationById, lockPayment, type Operation, type Payment } from '../operation.ts'
import { type Change, schedule } from './schedule.ts'

interface DueChange {
  id: number
  account: string
  operation_id: string
  change: Change
}

/** Makes the oldest due change happen. Gives false when none was due. */
export async function makeDueChange(services: Services): Promise<boolean> {
  let taken: DueChange | undefined
  try {
    return await inTransaction(services.db, async (trx) => {
      taken = await takeDueChange(trx)
      if (taken) await make(services, trx, taken)
      return taken !== undefined
    })
  } catch (error) {
    // One change that cannot be made must not hold up all the others.
    const later = "update due_change set due_at = now() + interval '1 minute' where id = $1"
    if (taken) await services.db.query(later, [taken.id])
    throw error
  }
}

async function takeDueChange(trx: Trx) {
  const taken = await trx.query<DueChange>(
    `delete from due_change where id = (
       select id from due_change where due_at <= clock_timestamp() order by due_at limit 1 for update skip locked
     ) returning *`,
  )
  return taken.rows[0]
}

async function make(services: Services, trx: Trx, { account, operation_id, change }: DueChange) {
  const found = await findOperationById(trx, account, operation_id)
  if (found?.kind === 'cancel') return concludeCancel(services, trx, found)
  const payment = found && (await lockPayment(trx, found))
  // The operation is read again under the lock: the payer may just have finished authentication.
  const operation = payment && (await findOperationById(trx, account, operation_id))
  if (!operation) throw new Error(`due change without operation or payment: ${account} ${operation_id}`)
  await changes[change](services, trx, operation, payment)
}

type Make = (services: Services, trx: Trx, operation: Operation, payment: Payment) => Promise<void>

const changes: Record<Change, Make> = {
  async CONCLUDE(services, trx, operation, payment) {
    const { kind, behaviour } = operation
    if (operation.status !== 'PENDING') return
    const isApproved = behaviour.outcome !== 'pending_then_decline'
    if (isApproved) await fallShort(trx, operation)
    if (isApproved) await advance(services, trx, operation, approvedStatus(kind, payment))
    else await advance(services, trx, operation, declinedStatus(kind), behaviour.reason)
  },
  async SETTLE(services, trx, operation, payment) {
    if (payment.status !== 'SETTLEMENT_REQUESTED') return
    await advance(services, trx, operation, 'SETTLEMENT_COMPLETED')
    if (!payment.charge_back_after_settlement) return
    await schedule(trx, operation, 'CHARGE_BACK', services.settings.chargeback_after_ms)
  },
  async ABANDON(services, trx, operation) {
    if (operation.status !== 'ACTION_REQUIRED') return
    await advance(services, trx, operation, 'ABANDONED', 'authentication_not_completed')
  },
  CHARGE_BACK: openChargeback,
  EXPIRE: expireChargeback,
  DECIDE: decideDispute,
  SUCCEED_LATE: succeedLate,
  async UNDO(services, trx, operation, payment) {
    if (operation.kind === 'refund') return advance(services, trx, operation, 'FAILED', refundReturned)
    // Money that was given back cannot be missing as well.
    const isWhole = payment.status === 'SETTLEMENT_COMPLETED' && payment.refunded_amount === 0
    if (!isWhole || payment.charge_back_after_settlement) return
    await advance(services, trx, operation, 'FAILED', captureFailed)
  },
}
