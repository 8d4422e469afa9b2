import { type ContradictionKind, madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { isApproved, isPaid, type TransactionStatus, visitedBit } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { gatewayNamed } from '../../processors/gateways.ts'
import { beginCancellation, isBeingCancelled } from '../outbox/cancellation.ts'
import { type Found, type PaymentOutcome, refusalOf } from '../outbox/found.ts'
import { noteAfterwards } from '../outbox/outbox.ts'
import { amountOf, isOfAnother, isSuperseded, type LockedPayment, type LockedSubject } from '../outbox/subject.ts'
import { stepsTo } from './change-transaction.ts'
import { idOfCapture, keptId } from './id-of-capture.ts'
import { wasGivenUp } from './payer-gone.ts'
import {
  type Contradiction,
  isAnotherKnown,
  recordContradiction,
  successes,
  withdrawAnother,
  withdrawContradictions,
} from './record-contradiction.ts'

export type { Contradiction } from './record-contradiction.ts'

/** A person has to look, so the log says it as well as the provider's desk. */
export const logContradiction = (log: { error(fields: object, text: string): void }, contradiction: Contradiction) =>
  log.error(contradiction, 'a processor contradicts what we have')

/**
 * Keeps the report of a processor that no longer has the payment: beside the tries of its job, and as a contradiction when it
 * reports money, which it is then told to release. The payment does not change.
 */
export async function noteLateReport(
  trx: Trx,
  subject: LockedPayment,
  outcome: PaymentOutcome,
  now: Date,
): Promise<Contradiction | undefined> {
  const { status } = outcome
  await noteAfterwards(trx, subject.operation, `after its end: ${status}`)
  if (refusalOf(status) === undefined) {
    const said = { kind: 'payment' as const, we_say: await stateOf(trx, subject), they_say: status, superseded: true }
    const contradiction = await contradictPayment(trx, subject, said, now)
    if (contradiction && isMoney(status)) await releaseAtOnce(trx, subject, now)
    return contradiction
  }
  // A refusal may be the first one, told late. Only what says that the money was taken back ends a report of money.
  const { operation, processor } = subject
  if ('undone' in outcome && outcome.undone)
    await withdrawContradictions(trx, { merchant_id: operation.merchant_id, processor, about: operation.id })
  return undefined
}

/** How the attempt at this processor ended. */
async function stateOf(trx: Trx, { transaction, operation }: LockedPayment): Promise<string> {
  const found = await trx
    .selectFrom('payment_attempt')
    .select('state')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_created_at', '=', transaction.created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', operation.id)
    .executeTakeFirst()
  return found?.state ?? 'REFUSED'
}

/**
 * Cancels by our reference what a processor took that no longer has the payment, where its gateway takes such an order. While another
 * attempt is being cancelled, only the contradiction tells of it.
 */
async function releaseAtOnce(trx: Trx, { operation, processor }: LockedPayment, now: Date): Promise<void> {
  if (operation.topic !== 'processor.authorize') return
  const { gateway } = await trx
    .selectFrom('processor')
    .select('gateway')
    .where('merchant_id', '=', operation.merchant_id)
    .where('id', '=', processor)
    .executeTakeFirstOrThrow()
  const { cancelReference, manifest } = gatewayNamed(gateway)
  if (!cancelReference || (await isBeingCancelled(trx, operation))) return
  await beginCancellation(trx, operation, undefined, now, { bars_later: manifest.bars_references === true })
}

/**
 * What the report contradicts. Undefined: it agrees, it repeats what we have, or it is older than what we have and came late.
 */
export function contradicted(
  { operation, transaction }: Pick<LockedPayment, 'operation' | 'transaction'>,
  { status }: PaymentOutcome,
): ContradictionKind | undefined {
  const kind = operation.topic === 'processor.capture' ? 'capture' : 'payment'
  if (isMoney(status)) {
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
  if (!isEnd && !successes.includes(status)) return undefined
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

/** The note of an order whose answer is about another one. */
export const ofAnother = (another: string): string => `of another one: ${another}`

const isUndoing = ({ outcome }: Found): boolean => 'undone' in outcome && outcome.undone === true

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

/** A cancellation is about the payment that it cancels. The column takes a hundred letters, with the word. */
const aboutAnother = ({ operation }: LockedSubject, external: string): string =>
  `${operation.topic === 'processor.cancel_reference' ? operation.payload.of : operation.id} ${external.slice(0, 50)}`

const kindOf = ({ operation }: LockedPayment): 'payment' | 'capture' | 'void' => {
  if (operation.topic === 'processor.authorize') return 'payment'
  return operation.topic === 'processor.capture' ? 'capture' : 'void'
}

type MoneyStatus = 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED'

/** True: the processor says that the money is held or taken. */
export const isMoney = (status: string): status is MoneyStatus =>
  ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'].includes(status)

/** The statuses at which a payment has ended, and the shop has no money of it. */
export const withoutMoney: readonly TransactionStatus[] = [
  'AUTHORIZATION_VOIDED',
  'CANCELLED',
  'ABANDONED',
  'DECLINED',
  'FAILED',
]
