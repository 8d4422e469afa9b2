import type {
  AuthorizeRequest,
  CancelReferenceRequest,
  ChargebackRequest,
  Connection,
  DisputeRequest,
  EvidenceFile,
  FollowUpRequest,
  Gateway,
  RefundRequest,
  Report,
  ResumeRequest,
} from '../../processors/gateway.ts'
import { openPayer } from '../outbox/asking-payer.ts'
import type { Authorization, Cancellation } from '../outbox/operation.ts'
import { type Asker, type ClaimedJob, keyOf, type PaymentJob } from '../outbox/outbox.ts'
import { openRequest, sealRequest } from '../outbox/sealed-request.ts'
import { amountOf, type Subject } from '../outbox/subject.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { type ReturnsHouse, returnAddress } from '../returns/return-address.ts'

/** An order with everything that goes into its request, so that a second try sends what the first one sent. */
export type Order =
  | { to: 'authorize'; request: AuthorizeRequest }
  | { to: 'capture' | 'void'; request: FollowUpRequest }
  | { to: 'refund'; request: RefundRequest }
  | { to: 'accept'; request: ChargebackRequest }
  | { to: 'dispute'; request: DisputeRequest }
  | { to: 'resume'; request: ResumeRequest }
  | { to: 'cancel_reference'; request: CancelReferenceRequest }

type Knowledge = ReturnsHouse & { asker: Asker | null }

/** The order of a subject as its rows are now. That of a resumption is frozen when it is written. */
export function orderOf(subject: Subject, evidence: readonly EvidenceFile[], { asker, ...house }: Knowledge): Order {
  const { operation, transaction } = subject
  const basics = {
    reference: operation.id,
    amount: amountOf(subject),
    currency_code: transaction.currency_code,
  }
  const payment_id = transaction.processor_id_external ?? ''
  const { captured_amount, merchant_reference } = transaction
  const payment = { amount: captured_amount, merchant_reference }
  if (subject.kind === 'refund') return { to: 'refund', request: { ...basics, payment_id, payment } }
  if (subject.kind === 'answer') {
    const { processor_id_external: chargeback_id, explanation } = subject.chargeback
    const request = { ...basics, chargeback_id, payment: { id: payment_id, ...payment } }
    return subject.operation.topic === 'processor.accept'
      ? { to: 'accept', request }
      : { to: 'dispute', request: { ...request, ...(explanation && { explanation }), evidence } }
  }
  switch (subject.operation.topic) {
    case 'processor.capture':
      return { to: 'capture', request: { ...basics, payment_id } }
    case 'processor.void':
      return { to: 'void', request: { ...basics, payment_id } }
    case 'processor.cancel_reference':
      return { to: 'cancel_reference', request: { ...basics, ...cancelled(subject.operation) } }
    case 'processor.authorize':
      return {
        to: 'authorize',
        request: {
          ...basics,
          ...asked(subject.operation, transaction, house),
          ...opened(subject.operation, asker, house),
        },
      }
  }
}

function opened({ merchant_id }: Authorization, asker: Asker | null, { masterKey }: ReturnsHouse) {
  const { payer, ...initiative } = asker ?? {}
  return { ...initiative, ...(payer && { payer: openPayer(masterKey, merchant_id, payer) }) }
}

const cancelled = ({ payload: { of, bars_later } }: Cancellation) => ({ of, ...(bars_later && { bars_later }) })

function asked(
  { merchant_id: merchant, id: operation, payload }: Authorization,
  transaction: StoredTransaction,
  house: ReturnsHouse,
) {
  const { payment_product, merchant_reference, payment_profile_id: payment_profile } = transaction
  const { capture, card_token, payer_present, store_card, store_agreement, agreement_token, descriptor } = payload
  const { three_d_secure, stored_for } = payload
  // The payer comes back to us first, and goes on to this address.
  const return_url = payload.return_url && returnAddress(house, { merchant, operation })
  return {
    ...{ payment_product, merchant_reference, payment_profile, capture },
    ...(card_token ? { card_token } : {}),
    ...(payer_present ? { payer_present } : {}),
    ...(return_url ? { return_url } : {}),
    ...(store_card ? { store_card } : {}),
    ...(store_agreement ? { store_agreement } : {}),
    ...(stored_for ? { stored_for } : {}),
    ...(agreement_token ? { agreement_token } : {}),
    ...(descriptor ? { descriptor } : {}),
    ...(three_d_secure ? { three_d_secure } : {}),
    ...whoseToken(payload, transaction),
  }
}

/**
 * The payment has a card from its beginning only where that card is one of ours. An agreement's token never comes from
 * elsewhere.
 */
const whoseToken = (
  { card_token, agreement_token }: Authorization['payload'],
  { card_id }: StoredTransaction,
): Pick<AuthorizeRequest, 'card_is_stored'> =>
  (card_token ? card_id !== null : agreement_token !== undefined) ? { card_is_stored: true } : {}

/** The key of a try whose reference is none any more. */
export function keyedBy(job: Pick<ClaimedJob, 'id' | 'keys_spent'>): { key?: string } {
  const key = keyOf(job)
  return key === undefined ? {} : { key }
}

/** `keyed`: the key, where it is another one than the reference. Only orders that are safe twice have one. */
export function sendOrder(
  gateway: Gateway,
  connection: Connection,
  order: Order,
  keyed: { key?: string },
): Promise<Report> {
  switch (order.to) {
    case 'authorize':
      return gateway.authorize(connection, order.request)
    case 'capture':
      return gateway.capture(connection, order.request)
    case 'void':
      return gateway.void(connection, order.request)
    case 'refund':
      return gateway.refund(connection, order.request)
    case 'accept':
      return gateway.accept(connection, { ...order.request, ...keyed })
    case 'dispute':
      return gateway.dispute(connection, { ...order.request, ...keyed })
    case 'resume':
      if (!gateway.resume) throw new Error(`${gateway.manifest.name} resumes no payment`)
      return gateway.resume(connection, order.request)
    case 'cancel_reference':
      if (!gateway.cancelReference) throw new Error(`${gateway.manifest.name} cancels no reference`)
      return gateway.cancelReference(connection, { ...order.request, ...keyed })
  }
}

type OfJob = Pick<PaymentJob, 'merchant_id' | 'id'>

/** The order as the outbox keeps it. Of a file of evidence, only its name and reference. */
export const sealOrder = (masterKey: string, job: OfJob, order: Order): Buffer => sealRequest(masterKey, job, order)

/** The order that an earlier try sent. `evidence` are the files as they are now: an answer that was given keeps its files. */
export function openOrder(
  masterKey: string,
  job: PaymentJob,
  sealed: Buffer,
  { transaction, evidence }: { transaction: StoredTransaction; evidence: readonly EvidenceFile[] },
): Order {
  // sealOrder wrote it, and the seal shows that it was not changed.
  const order = JSON.parse(openRequest(masterKey, job, sealed)) as Order
  // The version before did not write down whose token it was.
  if (order.to === 'authorize' && job.topic === 'processor.authorize')
    return { ...order, request: { ...order.request, ...whoseToken(job.payload, transaction) } }
  if (order.to !== 'dispute') return order
  const files = order.request.evidence.map(({ reference }) => {
    const file = evidence.find((each) => each.reference === reference)
    if (!file) throw new Error(`the evidence ${reference} of job ${job.id} is gone`)
    return file
  })
  return { ...order, request: { ...order.request, evidence: files } }
}
