import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { GatewayNotification } from '../../processors/gateway.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import { lockChargebackOfProcessor } from '../records/stored-chargeback.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { changeChargeback, stepsToStatus } from './change-chargeback.ts'
import { processorText } from './processor-text.ts'

type ChargebackNotification = Extract<GatewayNotification, { kind: 'chargeback' }>

/** Opens the chargeback that the payment's processor reports, or changes the status of a known one. */
export async function applyChargeback(
  trx: Trx,
  { transaction, processor }: Pick<LockedPayment, 'transaction' | 'processor'>,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  if (!isOfItsMoney(transaction, notification)) return
  const before = await lockChargebackOfProcessor(trx, processor, notification.processor_id_external)
  if (!before) return openChargeback(trx, { transaction, processor }, notification, now)
  if (before.transaction_id !== transaction.id) return
  let current = before
  for (const next of stepsToStatus(before.status, notification.status))
    current = await changeChargeback(trx, transaction, current, next)
}

const isOfItsMoney = (transaction: StoredTransaction, { amount, currency_code }: ChargebackNotification) =>
  currency_code === transaction.currency_code && amount > 0

async function openChargeback(
  trx: Trx,
  { transaction, processor }: Pick<LockedPayment, 'transaction' | 'processor'>,
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
