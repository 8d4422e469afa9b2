import type { Databases } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Connected, GatewaySettings } from '../../processors/connections.ts'
import { type EvidenceFile, type Found, OutcomeUnknown } from '../../processors/gateway.ts'
import type { Authorization } from '../outbox/operation.ts'
import { amountOf, isAbout, type Subject } from '../outbox/subject.ts'
import type { Contradiction } from '../outcome/contradiction.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

/** The services that every job to a processor needs. */
export interface Asking {
  databases: Databases
  gateways: GatewaySettings
  clock: Clock
  /** Tells people that a processor took money after it had refused the payment. */
  onContradiction: (contradiction: Contradiction) => void
}

export type Question = Connected & {
  subject: Subject
  /** True: an earlier try may have reached the processor. */
  uncertain: boolean
  /** The files of a dispute; empty for every other operation. */
  evidence: readonly EvidenceFile[]
}

/**
 * Sends the order to the processor. When an earlier try may have reached the processor, the operation is looked up first,
 * and the order is sent only if the processor does not know it. Every try uses the same reference, so that the order is
 * carried out once.
 */
export async function askProcessor(question: Question): Promise<Found> {
  const { subject, uncertain, gateway, connection } = question
  if (uncertain) {
    const found = await gateway.lookUp(connection, subject.operation.id)
    if (found && !isAbout(found, subject)) throw new OutcomeUnknown('the reply is about another operation')
    if (found) return found
  }
  return order(question)
}

async function order({ subject, gateway, connection, evidence }: Question): Promise<Found> {
  const { operation, transaction } = subject
  const about = { amount: amountOf(subject), currency_code: transaction.currency_code }
  const basics = { reference: operation.id, ...about }
  const followUp = { ...basics, processor_id_external: transaction.processor_id_external ?? '' }
  const { captured_amount, merchant_reference } = transaction
  const payment = { amount: captured_amount, merchant_reference }
  if (subject.kind === 'refund')
    return { kind: 'refund', ...about, outcome: await gateway.refund(connection, { ...followUp, payment }) }
  if (subject.kind === 'answer') {
    const { processor_id_external, explanation } = subject.chargeback
    const paid = { ...payment, processor_id_external: followUp.processor_id_external }
    const request = { ...basics, processor_id_external, payment: paid }
    const outcome =
      subject.operation.topic === 'processor.accept'
        ? await gateway.acceptChargeback(connection, request)
        : await gateway.disputeChargeback(connection, { ...request, ...(explanation && { explanation }), evidence })
    return { kind: 'answer', ...about, outcome }
  }
  switch (subject.operation.topic) {
    case 'processor.capture':
      return { kind: 'payment', ...about, outcome: await gateway.capture(connection, followUp) }
    case 'processor.void':
      return { kind: 'payment', ...about, outcome: await gateway.void(connection, followUp) }
    case 'processor.authorize': {
      const request = { ...basics, ...asked(subject.operation, transaction) }
      return { kind: 'payment', ...about, outcome: await gateway.authorize(connection, request) }
    }
  }
}

function asked({ payload }: Authorization, { payment_product, merchant_reference }: StoredTransaction) {
  const { capture, card_token, payer_present, store_card, store_agreement, agreement_token, descriptor } = payload
  return {
    ...{ payment_product, merchant_reference, capture },
    ...(card_token ? { card_token } : {}),
    ...(payer_present ? { payer_present } : {}),
    ...(store_card ? { store_card } : {}),
    ...(store_agreement ? { store_agreement } : {}),
    ...(agreement_token ? { agreement_token } : {}),
    ...(descriptor ? { descriptor } : {}),
  }
}
