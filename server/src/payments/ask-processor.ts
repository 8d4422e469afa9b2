import type { Connected } from '../processors/connections.ts'
import type { Found } from '../processors/gateway.ts'
import type { Job } from './outbox.ts'
import type { Subject } from './perform-processor-job.ts'

/**
 * One question to the processor. After a try that may have got through it is "what became of it?", and only when the
 * processor has never heard of it the order itself, under the same reference: the work is done once, whatever happens.
 */
export async function askProcessor(subject: Subject & Connected, job: Job): Promise<Found> {
  if (job.uncertain) {
    const found = await subject.gateway.lookUp(subject.connection, job.id)
    if (found) return found
  }
  return order(subject, job)
}

async function order({ gateway, connection, transaction, refund }: Subject & Connected, job: Job): Promise<Found> {
  // Written by the command that enqueued the job.
  const payload = job.payload as { capture?: boolean; card_token?: string; amount?: number }
  const currency_code = transaction.currency_code
  const followUp = {
    reference: job.id,
    processor_id_external: transaction.processor_id_external ?? '',
    amount: payload.amount ?? transaction.amount,
    currency_code,
  }
  if (refund) {
    const payment = { amount: transaction.captured_amount, merchant_reference: transaction.merchant_reference }
    const outcome = await gateway.refund(connection, { ...followUp, amount: refund.amount, payment })
    return { kind: 'refund', outcome }
  }
  if (job.topic === 'processor.capture')
    return { kind: 'payment', outcome: await gateway.capture(connection, followUp) }
  if (job.topic === 'processor.void') return { kind: 'payment', outcome: await gateway.void(connection, followUp) }
  const outcome = await gateway.authorize(connection, {
    reference: job.id,
    amount: transaction.amount,
    currency_code,
    payment_product: transaction.payment_product,
    ...(payload.card_token ? { card_token: payload.card_token } : {}),
    capture: payload.capture ?? true,
    merchant_reference: transaction.merchant_reference,
  })
  return { kind: 'payment', outcome }
}
