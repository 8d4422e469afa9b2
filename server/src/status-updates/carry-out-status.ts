import { isPaid, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { nextStatuses, type UpdatableStatus } from '@kontor/contract/status-updates/status-update.rules'
import { type ExpressionBuilder, sql } from 'kysely'
import { refuseContradicted } from '../engine/contradictions/open-contradiction.ts'
import { changeChargeback } from '../engine/outcome/change-chargeback.ts'
import { changeRefund } from '../engine/outcome/change-refund.ts'
import { changeTransaction } from '../engine/outcome/change-transaction.ts'
import { currentCapture } from '../engine/outcome/current-capture.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import type { DB } from '../schema.ts'
import type { LockedUpdatable } from './updatable.ts'

interface AskedStatus {
  /** The status that the person saw. */
  from_status: string
  to_status: string
  /** False: no webhook tells the merchant's system. */
  tell: boolean
}

/** Changes a status by the functions with which the engine does it. Refuses one that is no longer as the person saw it. */
export async function carryOutStatus(
  trx: Trx,
  item: LockedUpdatable,
  { from_status, to_status, tell }: AskedStatus,
  now: Date,
): Promise<void> {
  if (item.row.status !== from_status) throw new Refusal('status_overtaken', { status: item.row.status })
  const next = nextOf(item)
  const status = next.find((each) => each === to_status)
  if (!status) throw new Refusal('status_not_possible', { 'body.to_status': 'not_possible', next })
  await refuseUnderWay(trx, item)
  await untold(trx, !tell, () => changeStatus(trx, item, status, now))
}

/** The statuses that a person may give it. */
export const nextOf = ({ kind, row: { status, amount } }: { kind: string; row: { status: string; amount: number } }) =>
  // Each kind has the statuses of its own row.
  nextStatuses({ kind, status, amount } as Parameters<typeof nextStatuses>[0])

/** Does the work, and undoes it before anybody else sees it. The result tells what it would do. */
export async function onlyTried<R>(trx: Trx, work: () => Promise<R>): Promise<R> {
  await sql`savepoint only_tried`.execute(trx)
  const result = await work()
  await sql`rollback to savepoint only_tried`.execute(trx)
  await sql`release savepoint only_tried`.execute(trx)
  return result
}

async function changeStatus(trx: Trx, item: LockedUpdatable, status: UpdatableStatus, now: Date): Promise<void> {
  // `nextStatuses` gives each kind its own statuses.
  switch (item.kind) {
    case 'transaction':
      await changePayment(trx, item.row, status as TransactionStatus, now)
      return
    case 'refund':
      await changeRefund(trx, item.transaction, item.row, {
        status: status as typeof item.row.status,
        status_reason: status === 'PROCESSED' ? null : 'by_hand',
      })
      return
    case 'chargeback':
      await changeChargeback(trx, item.transaction, item.row, status as typeof item.row.status)
  }
}

/** A payment that is taken is taken as a whole. One that was taken and failed after all counts as undone (docs/adr/0080). */
async function changePayment(
  trx: Trx,
  payment: Locked<StoredTransaction>,
  status: TransactionStatus,
  now: Date,
): Promise<void> {
  const isGood = status === 'AUTHORIZED' || isPaid(status)
  const takes = isPaid(status) && !isPaid(payment.status) ? { captured_amount: payment.amount } : {}
  const undone = status === 'FAILED' && isPaid(payment.status) ? await undoing(trx, payment, now) : {}
  const over = { redirect_url: null, redirect_sealed: null }
  await changeTransaction(trx, payment, {
    ...{ status, status_reason: isGood ? null : 'by_hand' },
    ...{ ...over, ...takes, ...undone },
  })
}

async function undoing(trx: Trx, payment: Locked<StoredTransaction>, now: Date) {
  // The payer has money back, or will get it, that the shop would then never have had.
  if (payment.refund_reserved > 0) throw new Refusal('payment_has_refunds', { refunded: payment.refund_reserved })
  const capture = await currentCapture(trx, payment)
  const undone_orders = [...new Set([...(payment.undone_orders ?? []), ...(capture === undefined ? [] : [capture])])]
  return { undone_at: now.toISOString(), ...(undone_orders.length > 0 ? { undone_orders } : {}) }
}

/** An order that is under way, or a report that waits for a person, is ended where it stands. */
async function refuseUnderWay(trx: Trx, { kind, row, transaction }: LockedUpdatable): Promise<void> {
  const { merchant_id, id } = transaction
  const order = await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', id)
    .where('done_at', 'is', null)
    .where((eb) => ofItem(eb, kind, row.id))
    .executeTakeFirst()
  if (order) throw new Refusal('operation_in_progress')
  await refuseContradicted(trx, { transaction, refund: kind === 'refund' ? row.id : null })
}

const ofItem = (eb: ExpressionBuilder<DB, 'outbox'>, kind: LockedUpdatable['kind'], id: string) =>
  kind === 'transaction'
    ? eb.and([eb('refund_id', 'is', null), eb('chargeback_id', 'is', null)])
    : eb(kind === 'refund' ? 'refund_id' : 'chargeback_id', '=', id)

/** Does the work without telling the merchant's system, if that is wanted. */
async function untold(trx: Trx, isUntold: boolean, work: () => Promise<void>): Promise<void> {
  const say = (how: string) => sql`select set_config('kontor.untold', ${how}, true)`.execute(trx)
  if (isUntold) await say('on')
  await work()
  if (isUntold) await say('')
}
