import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { GatewayNotification } from '../processors/gateway.ts'
import { changeChargeback, stepsToStatus } from './change-chargeback.ts'
import type { LockedTransaction } from './locked-transaction.ts'
import { processorText } from './processor-text.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'
import { storedChargeback } from './stored-chargeback.ts'

type ChargebackNotification = Extract<GatewayNotification, { kind: 'chargeback' }>

/** Opens the chargeback that a processor reports, or moves it on. */
export async function applyChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  if (!transaction.processor_id || !isOfItsMoney(transaction, notification)) return
  const before = storedChargeback(
    await trx
      .selectFrom('chargeback')
      .selectAll()
      .where('processor_id', '=', transaction.processor_id)
      .where('processor_id_external', '=', notification.processor_id_external)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!before) return openChargeback(trx, transaction, transaction.processor_id, notification, now)
  if (before.transaction_id !== transaction.id) return
  let current = before
  for (const next of stepsToStatus(before.status, notification.status))
    current = await changeChargeback(trx, transaction, current, next)
}

const isOfItsMoney = (transaction: LockedTransaction, { amount, currency_code }: ChargebackNotification) =>
  currency_code === transaction.currency_code && amount > 0

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
