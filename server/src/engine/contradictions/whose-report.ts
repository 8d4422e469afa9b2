import { approvedBits, isApproved, isPaid } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { Found } from '../outbox/found.ts'
import { amountOf, isSuperseded, type LockedSubject, type Subject } from '../outbox/subject.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { idOfCapture, keptId } from './id-of-capture.ts'
import { isAnotherKnown } from './record-contradiction.ts'

/** Which money a report is of: that of our order, or some other. */

/**
 * True: the report is about this operation, because kind, amount and currency are equal, as far as the gateway repeats them.
 * Any other report is not applied.
 */
export const isAbout = (found: Found, subject: Subject): boolean =>
  found.kind === subject.kind &&
  (found.amount === undefined || found.amount === amountOf(subject) || isTakenOver(subject, found.amount)) &&
  (found.currency_code === undefined || found.currency_code === subject.transaction.currency_code)

/** True: a person took the payment over with this amount, which is less than was ordered (docs/adr/0080). */
const isTakenOver = ({ kind, transaction }: Subject, amount: number): boolean =>
  kind === 'payment' && isPaid(transaction.status) && amount === transaction.captured_amount

/**
 * The id by which the report is about another one than ours, so that it is not applied. News that a capture or refund came back may
 * have an id of its own: it counts, unless another one is known by that id.
 */
export async function idOfAnother(trx: Trx, subject: LockedSubject, found: Found): Promise<string | undefined> {
  const another = isOfAnother(found, subject)
    ? found.outcome.processor_id_external
    : await idOfAnotherCapture(trx, subject, found)
  if (another === undefined || subject.kind === 'answer' || !isUndoing(found)) return another
  // Every report of a payment names it by the payment's own id, also that of its end.
  if (subject.kind === 'payment' && another === found.outcome.processor_id_external) return another
  const { transaction, processor } = subject
  const about = aboutAnother(subject, another)
  return (await isAnotherKnown(trx, { merchant_id: transaction.merchant_id, processor, about })) ? another : undefined
}

async function idOfAnotherCapture(trx: Trx, { operation }: LockedSubject, found: Found): Promise<string | undefined> {
  const told = 'capture_id_external' in found.outcome ? found.outcome.capture_id_external : undefined
  if (operation.topic !== 'processor.capture' || told === undefined) return undefined
  const ours = await idOfCapture(trx, operation)
  return ours === null || ours === keptId(told) ? undefined : told
}

/**
 * True: the processor tells of a payment or refund by another id than the one that has our money under this reference. It made two,
 * or tells of the wrong one (docs/adr/0259).
 */
function isOfAnother(found: Found, subject: Subject): boolean {
  const known = idOfMoney(subject)
  const { processor_id_external: told } = found.outcome
  return known !== undefined && told !== '' && told !== known
}

/**
 * The processor's id of money that is or was held, taken or paid back. Before that, a payer may have tried by several ids; after it,
 * another id is another payment or refund.
 */
function idOfMoney(subject: Subject): string | undefined {
  if (subject.kind === 'answer') return undefined
  // The payment's id is that of its present processor.
  const hadMoney =
    subject.kind === 'refund'
      ? subject.refund.status === 'PROCESSED' || subject.refund.undone_at !== null
      : wasHeld(subject.transaction) && !isSuperseded(subject)
  const { id, processor_id_external } = subject.kind === 'refund' ? subject.refund : subject.transaction
  // The id of an imported payment stands for the one that nobody knows.
  return hadMoney && processor_id_external !== `prior_${id}` ? (processor_id_external ?? undefined) : undefined
}

const wasHeld = ({ status, visited }: StoredTransaction): boolean =>
  isApproved(status) || (visited & approvedBits) !== 0

/** The note of an order whose answer is about another one. */
export const ofAnother = (another: string): string => `of another one: ${another}`

export const isUndoing = ({ outcome }: Found): boolean => 'undone' in outcome && outcome.undone === true

/** A cancellation is about the payment that it cancels. The column takes a hundred letters, with the word. */
export const aboutAnother = ({ operation }: LockedSubject, external: string): string =>
  `${operation.topic === 'processor.cancel_reference' ? operation.payload.of : operation.id} ${external.slice(0, 50)}`
