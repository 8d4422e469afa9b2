import { type ChargebackStatus, chargebackTransitions } from '@kontor/contract/payments/chargeback.rules'
import { maySucceed } from '@kontor/contract/transitions'
import type { Trx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { GatewayNotification } from '../processors/gateway.ts'
import type { LockedTransaction } from './locked-transaction.ts'
import { processorText } from './processor-text.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'

type ChargebackNotification = Extract<GatewayNotification, { kind: 'chargeback' }>

/** Opens the chargeback that a processor reports, or moves it on. */
export async function applyChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  if (!transaction.processor_id || !isOfItsMoney(transaction, notification)) return
  const before = await trx
    .selectFrom('chargeback')
    .select(['merchant_id', 'created_at', 'id', 'status', 'amount', 'transaction_id'])
    .where('processor_id', '=', transaction.processor_id)
    .where('processor_id_external', '=', notification.processor_id_external)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return openChargeback(trx, transaction, transaction.processor_id, notification, now)
  if (before.transaction_id !== transaction.id) return
  // A CHECK keeps the column to these values.
  let { status } = before as { status: ChargebackStatus }
  for (const next of stepsTo(status, notification.status)) {
    await changeChargeback(trx, transaction, { ...before, status }, next)
    status = next
  }
}

const isOfItsMoney = (transaction: LockedTransaction, { amount, currency_code }: ChargebackNotification) =>
  currency_code === transaction.currency_code && amount > 0

/** Straight there, or through the dispute whose own report is late; nowhere when what is known is further on. */
function stepsTo(from: ChargebackStatus, to: ChargebackStatus): ChargebackStatus[] {
  const may = (one: ChargebackStatus, other: ChargebackStatus) => maySucceed(chargebackTransitions, one, other)
  if (may(from, to)) return [to]
  return may(from, 'IN_DISPUTE') && may('IN_DISPUTE', to) ? ['IN_DISPUTE', to] : []
}

interface StoredChargeback {
  merchant_id: string
  created_at: string
  id: string
  status: ChargebackStatus
  amount: number
}

async function changeChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  before: StoredChargeback,
  status: ChargebackStatus,
): Promise<void> {
  await trx
    .updateTable('chargeback')
    .set({ status })
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  await recordDeltas(trx, [
    followUpDelta('chargeback', transaction, before, -1),
    followUpDelta('chargeback', transaction, { ...before, status }, 1),
  ])
}

async function openChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  processor: string,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  const values = {
    merchant_id: transaction.merchant_id,
    ...newId(now),
    amount: notification.amount,
    status: notification.status,
  }
  await trx
    .insertInto('chargeback')
    .values({
      ...values,
      organisation_id: transaction.organisation_id,
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      processor_id: processor,
      reason: processorText(notification.reason),
      reason_code: processorText(notification.reason_code),
      respond_by: notification.respond_by?.slice(0, 10) ?? null,
      processor_id_external: notification.processor_id_external,
    })
    .execute()
  await recordDeltas(trx, [followUpDelta('chargeback', transaction, values, 1)])
}
