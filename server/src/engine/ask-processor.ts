import type { Connected } from '../processors/connections.ts'
import { type EvidenceFile, type Found, OutcomeUnknown } from '../processors/gateway.ts'
import type { StoredRefund } from './change-refund.ts'
import type { StoredTransaction } from './locked-transaction.ts'
import { isAbout, payloadOf } from './operation.ts'
import type { PaymentJob } from './outbox.ts'
import type { StoredChargeback } from './stored-chargeback.ts'

export interface Subject {
  transaction: StoredTransaction
  refund: StoredRefund | undefined
  chargeback: StoredChargeback | undefined
  /** Of a dispute. */
  evidence: readonly EvidenceFile[]
  processor: string
  /** Nothing is left to ask: the outcome came by another way. */
  settled: boolean
}

/**
 * One question to the processor. After a try that may have got through it is "what became of it?", and only when the
 * processor has never heard of it the order itself, under the same reference: the work is done once, whatever happens.
 */
export async function askProcessor(subject: Subject & Connected, job: PaymentJob): Promise<Found> {
  if (job.uncertain) {
    const found = await subject.gateway.lookUp(subject.connection, job.id)
    if (found && !isAbout(found, job, subject.transaction, subject.refund, subject.chargeback))
      throw new OutcomeUnknown('the reply is about another operation')
    if (found) return found
  }
  return subject.chargeback ? answer(subject, subject.chargeback, job) : order(subject, job)
}

async function answer(
  { gateway, connection, transaction, evidence }: Subject & Connected,
  chargeback: StoredChargeback,
  job: PaymentJob,
): Promise<Found> {
  const { amount, explanation } = chargeback
  const { currency_code, merchant_reference } = transaction
  const request = {
    reference: job.id,
    processor_id_external: chargeback.processor_id_external,
    amount,
    currency_code,
    payment: {
      processor_id_external: transaction.processor_id_external ?? '',
      amount: transaction.captured_amount,
      merchant_reference,
    },
  }
  const outcome =
    job.topic === 'processor.accept'
      ? await gateway.acceptChargeback(connection, request)
      : await gateway.disputeChargeback(connection, { ...request, ...(explanation && { explanation }), evidence })
  return { kind: 'answer', amount, currency_code, outcome }
}

async function order(
  { gateway, connection, transaction, refund }: Subject & Connected,
  job: PaymentJob,
): Promise<Found> {
  const payload = payloadOf(job)
  const { currency_code } = transaction
  const amount = refund?.amount ?? payload.amount ?? transaction.amount
  const followUp = {
    reference: job.id,
    processor_id_external: transaction.processor_id_external ?? '',
    amount,
    currency_code,
  }
  const about = { amount, currency_code }
  if (refund) {
    const payment = { amount: transaction.captured_amount, merchant_reference: transaction.merchant_reference }
    const outcome = await gateway.refund(connection, { ...followUp, payment })
    return { kind: 'refund', ...about, outcome }
  }
  if (job.topic === 'processor.capture')
    return { kind: 'payment', ...about, outcome: await gateway.capture(connection, followUp) }
  if (job.topic === 'processor.void')
    return { kind: 'payment', ...about, outcome: await gateway.void(connection, followUp) }
  const outcome = await gateway.authorize(connection, {
    reference: job.id,
    ...about,
    payment_product: transaction.payment_product,
    ...(payload.card_token ? { card_token: payload.card_token } : {}),
    capture: payload.capture ?? true,
    ...(payload.payer_present ? { payer_present: true } : {}),
    ...(payload.store_card ? { store_card: true } : {}),
    ...(payload.store_agreement ? { store_agreement: true } : {}),
    ...(payload.agreement_token ? { agreement_token: payload.agreement_token } : {}),
    merchant_reference: transaction.merchant_reference,
    ...(payload.descriptor ? { descriptor: payload.descriptor } : {}),
  })
  return { kind: 'payment', ...about, outcome }
}
