import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import { noteAfterwards } from '../outbox/outbox.ts'
import { isSuperseded, type LockedPayment, type Subject } from '../outbox/subject.ts'

/**
 * A report that contradicts a refusal: the processor refused the payment, another one has it now, and the first reports
 * money.
 */
export interface Contradiction {
  processor: string
  reference: string
  kind: 'payment' | 'refund' | 'answer' | 'chargeback'
  status: string
}

/** Undefined: the report is of the payment's own processor, or repeats a refusal. */
export function contradictionOf(
  subject: Pick<Subject, 'operation' | 'transaction' | 'processor'>,
  { kind, status }: Pick<Contradiction, 'kind' | 'status'>,
): Contradiction | undefined {
  if (!isSuperseded(subject) || (kind === 'payment' && refusals.includes(status))) return undefined
  return { processor: subject.processor, reference: subject.operation.id, kind, status }
}

/**
 * Keeps the report of a processor that no longer has the payment: beside the tries of its job, and when it reports money, in
 * the trail of the payment. The payment does not change.
 */
export async function noteLateReport(trx: Trx, subject: LockedPayment, { status }: PaymentOutcome): Promise<void> {
  const { operation, transaction, processor } = subject
  await noteAfterwards(trx, operation, `after its end: ${status}`)
  const isMoney = contradictionOf(subject, { kind: 'payment', status }) !== undefined
  await trx
    .updateTable('payment_attempt')
    .set({ late_status: status })
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_created_at', '=', transaction.created_at)
    .where('transaction_id', '=', transaction.id)
    .where('processor_id', '=', processor)
    // A refusal is kept after a report of money, because it takes that back. Any other refusal only repeats the first one.
    .$if(!isMoney, (query) => query.where('late_status', 'is not', null))
    // A repetition is not kept again.
    .where(sql<boolean>`late_status is distinct from ${status}`)
    .execute()
}

/** Nobody has been paid back: a person has to look. */
export const logContradiction = (log: { error(fields: object, text: string): void }, contradiction: Contradiction) =>
  log.error(contradiction, 'a processor contradicts its refusal of a payment')

const refusals: readonly string[] = ['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED']
