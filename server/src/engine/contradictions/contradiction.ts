import { type ContradictionKind, madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { isApproved, isPaid, type TransactionStatus, visitedBit } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { type Found, type PaymentOutcome, refusalOf } from '../outbox/found.ts'
import { amountOf, isSuperseded, type LockedPayment, type LockedSubject } from '../outbox/subject.ts'
import { wasGivenUp } from '../records/payer-gone.ts'
import { stepsTo } from '../records/steps-to.ts'
import { type Contradiction, isSuccess, recordContradiction, withdrawAnother } from './record-contradiction.ts'
import { aboutAnother, isUndoing } from './whose-report.ts'

export type { Contradiction } from './record-contradiction.ts'

/** A person has to look, so the log says it as well as the provider's desk. */
export const logContradiction = (log: { error(fields: object, text: string): void }, contradiction: Contradiction) =>
  log.error(contradiction, 'a processor contradicts what we have')

/**
 * What the report contradicts. Undefined: it agrees, it repeats what we have, or it is older than what we have and came late.
 */
export function contradicted(
  { operation, transaction }: Pick<LockedPayment, 'operation' | 'transaction'>,
  { status }: PaymentOutcome,
): ContradictionKind | undefined {
  const kind = operation.topic === 'processor.capture' ? 'capture' : 'payment'
  if (isApproved(status)) {
    const hasPassed = (transaction.visited & visitedBit(status)) !== 0
    return withoutMoney.includes(transaction.status) && !hasPassed ? kind : undefined
  }
  if (status === 'AUTHORIZATION_VOIDED' && isPaid(transaction.status)) {
    // After a capture of a part, the gateway releases the rest by itself.
    const isRest = operation.topic !== 'processor.void' && transaction.captured_amount < transaction.amount
    return isRest ? undefined : 'void'
  }
  if (operation.topic === 'processor.void' || refusalOf(status) === undefined || !isApproved(transaction.status))
    return undefined
  // Money that was taken is gone when the processor takes it back (`undone`). Another refusal may be older, and have come late.
  if (operation.topic === 'processor.capture') return isPaid(transaction.status) ? kind : undefined
  // A refusal that the payment has passed, or can still come to, is no contradiction.
  const refused = refusalOf(status)
  const isPassed = refused !== undefined && (transaction.visited & visitedBit(refused)) !== 0
  const isNext = refused !== undefined && !isPaid(transaction.status) && stepsTo(transaction.status, refused).length > 0
  return isPassed || isNext ? undefined : kind
}

/** Records a contradiction about a payment, with the amount of its order. */
export const contradictPayment = (
  trx: Trx,
  { operation, transaction, processor }: Pick<LockedPayment, 'operation' | 'transaction' | 'processor'>,
  said: {
    kind: ContradictionKind
    we_say: string
    they_say: string
    superseded?: boolean
    our_amount?: number
    external?: string | undefined
  },
  now: Date,
): Promise<Contradiction | undefined> => {
  const our_amount =
    (operation.topic === 'processor.capture' ? operation.payload.amount : undefined) ?? transaction.amount
  return recordContradiction(
    trx,
    {
      ...{ merchant_id: transaction.merchant_id, processor, transaction, operation: operation.id, about: operation.id },
      their: { amount: our_amount, currency_code: transaction.currency_code },
      ...{ our_amount, given_up: wasGivenUp(transaction), ...said },
    },
    now,
  )
}

/** Records a report of our order that is of other money than was asked for. It is not applied. */
export function contradictMoney(
  trx: Trx,
  subject: LockedSubject,
  found: Found,
  notification: string | undefined,
  now: Date,
): Promise<Contradiction | undefined> {
  const { operation, transaction, processor } = subject
  const said = {
    ...{ merchant_id: transaction.merchant_id, processor, transaction, operation: operation.id, about: operation.id },
    ...{ they_say: found.outcome.status, our_amount: amountOf(subject), superseded: isSuperseded(subject) },
    given_up: wasGivenUp(transaction),
    their: { amount: found.amount, currency_code: found.currency_code },
    ...{ external: found.outcome.processor_id_external, notification },
  }
  if (subject.kind === 'refund') {
    const { id: refund, status: we_say } = subject.refund
    return recordContradiction(trx, { ...said, kind: 'refund', refund, we_say }, now)
  }
  const kind = subject.kind === 'answer' ? 'answer' : kindOf(subject)
  return recordContradiction(trx, { ...said, kind, we_say: transaction.status }, now)
}

/**
 * Records a payment, capture or refund that the processor made under the reference of ours, by another id (`idOfAnother`) than that
 * of our money (docs/adr/0259). Its end withdraws what was recorded of it; an end of which nothing was recorded is kept as well,
 * because it may be that of ours. A refusal of it moved no money.
 */
export async function contradictAnother(
  trx: Trx,
  subject: LockedSubject,
  found: Found & { another: string },
  notification: string | undefined,
  now: Date,
): Promise<Contradiction | undefined> {
  const { operation, transaction, processor } = subject
  const { another: external } = found
  const { status } = found.outcome
  const isEnd = status === 'AUTHORIZATION_VOIDED' || isUndoing(found)
  if (!isEnd && !isSuccess(status)) return undefined
  const of = { merchant_id: transaction.merchant_id, processor, about: aboutAnother(subject, external) }
  if (isEnd && (await withdrawAnother(trx, of))) return undefined
  const we_say = subject.kind === 'refund' ? subject.refund.status : transaction.status
  return recordContradiction(
    trx,
    {
      ...{ ...of, kind: subject.kind === 'payment' ? kindOf(subject) : 'refund', transaction, operation: operation.id },
      ...(subject.kind === 'refund' && { refund: subject.refund.id }),
      ...{ we_say, they_say: madeTwice, is_end: isEnd, our_amount: amountOf(subject), external, notification },
      // Its end may not name the money, and is of the same one.
      their: {
        amount: found.amount ?? amountOf(subject),
        currency_code: found.currency_code ?? transaction.currency_code,
      },
    },
    now,
  )
}

const kindOf = ({ operation }: LockedPayment): 'payment' | 'capture' | 'void' => {
  if (operation.topic === 'processor.authorize') return 'payment'
  return operation.topic === 'processor.capture' ? 'capture' : 'void'
}

/** The statuses at which a payment has ended, and the shop has no money of it. */
export const withoutMoney: readonly TransactionStatus[] = [
  'AUTHORIZATION_VOIDED',
  'CANCELLED',
  'ABANDONED',
  'DECLINED',
  'FAILED',
]
