import type { Databases } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Connected, GatewaySettings } from '../../processors/connections.ts'
import { type EvidenceFile, NotSent, OutcomeUnknown, type Report } from '../../processors/gateway.ts'
import { type Found, foundIn } from '../outbox/found.ts'
import type { Authorization, PaymentOperation } from '../outbox/operation.ts'
import { amountOf, isAbout, type Subject } from '../outbox/subject.ts'
import type { Contradiction } from '../outcome/contradiction.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { lookingUp } from './record-calls.ts'

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
  if (uncertain && gateway.find) {
    const sought = { reference: subject.operation.id, operation: orderKind(subject.operation) }
    const report = await gateway.find(lookingUp(connection), sought).catch(unanswered)
    const found = report === 'unseen' ? undefined : foundIn(report)
    if (found && !isAbout(found, subject)) throw new OutcomeUnknown('the reply is about another operation')
    if (found) return found
  }
  return foundIn(await order(question))
}

/** A question that was not sent says nothing about the order. */
function unanswered(error: unknown): never {
  throw error instanceof NotSent ? new OutcomeUnknown(error.message, { cause: error }) : error
}

export const orderKind = ({ topic }: PaymentOperation) => orderKinds[topic]

const orderKinds = {
  'processor.authorize': 'authorize',
  'processor.capture': 'capture',
  'processor.void': 'void',
  'processor.refund': 'refund',
  'processor.accept': 'accept',
  'processor.dispute': 'dispute',
} as const

function order({ subject, gateway, connection, evidence }: Question): Promise<Report> {
  const { operation, transaction } = subject
  const basics = {
    reference: operation.id,
    amount: amountOf(subject),
    currency_code: transaction.currency_code,
  }
  const payment_id = transaction.processor_id_external ?? ''
  const { captured_amount, merchant_reference } = transaction
  const payment = { amount: captured_amount, merchant_reference }
  if (subject.kind === 'refund') return gateway.refund(connection, { ...basics, payment_id, payment })
  if (subject.kind === 'answer') {
    const { processor_id_external: chargeback_id, explanation } = subject.chargeback
    const request = { ...basics, chargeback_id, payment: { id: payment_id, ...payment } }
    return subject.operation.topic === 'processor.accept'
      ? gateway.accept(connection, request)
      : gateway.dispute(connection, { ...request, ...(explanation && { explanation }), evidence })
  }
  switch (subject.operation.topic) {
    case 'processor.capture':
      return gateway.capture(connection, { ...basics, payment_id })
    case 'processor.void':
      return gateway.void(connection, { ...basics, payment_id })
    case 'processor.authorize':
      return gateway.authorize(connection, { ...basics, ...asked(subject.operation, transaction) })
  }
}

function asked({ payload }: Authorization, { payment_product, merchant_reference }: StoredTransaction) {
  const { capture, card_token, payer_present, store_card, store_agreement, agreement_token, descriptor } = payload
  const { return_url } = payload
  return {
    ...{ payment_product, merchant_reference, capture },
    ...(card_token ? { card_token } : {}),
    ...(payer_present ? { payer_present } : {}),
    ...(return_url ? { return_url } : {}),
    ...(store_card ? { store_card } : {}),
    ...(store_agreement ? { store_agreement } : {}),
    ...(agreement_token ? { agreement_token } : {}),
    ...(descriptor ? { descriptor } : {}),
  }
}
