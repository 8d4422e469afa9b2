import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ReportedChargeback } from '../../processors/gateway.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import { lockChargebackOfProcessor } from '../records/stored-chargeback.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { changeChargeback, stepsToStatus } from './change-chargeback.ts'
import { processorText } from './processor-text.ts'

/** Opens the chargeback that the payment's processor reports, or changes the status of a known one. */
export async function applyChargeback(
  trx: Trx,
  { transaction, processor }: Pick<LockedPayment, 'transaction' | 'processor'>,
  reported: ReportedChargeback,
  now: Date,
): Promise<void> {
  if (!isOfItsMoney(transaction, reported)) return
  const before = await lockChargebackOfProcessor(trx, processor, reported.id)
  if (!before) return openChargeback(trx, { transaction, processor }, reported, now)
  if (before.transaction_id !== transaction.id) return
  let current = before
  for (const next of stepsToStatus(before.status, reported.status))
    current = await changeChargeback(trx, transaction, current, next)
}

const isOfItsMoney = (transaction: StoredTransaction, { money: { amount, currency_code } }: ReportedChargeback) =>
  currency_code === transaction.currency_code && amount > 0

async function openChargeback(
  trx: Trx,
  { transaction, processor }: Pick<LockedPayment, 'transaction' | 'processor'>,
  reported: ReportedChargeback,
  now: Date,
): Promise<void> {
  const values = {
    merchant_id: transaction.merchant_id,
    ...newId(now),
    amount: reported.money.amount,
    status: reported.status,
  }
  await trx
    .insertInto('chargeback')
    .values({
      ...values,
      organisation_id: transaction.organisation_id,
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      processor_id: processor,
      reason: processorText(reported.reason),
      reason_code: processorText(reported.reason_code),
      respond_by: reported.respond_by?.slice(0, 10) ?? null,
      processor_id_external: reported.id,
    })
    .execute()
  await recordDeltas(trx, [followUpDelta('chargeback', transaction, values, 1)])
}
