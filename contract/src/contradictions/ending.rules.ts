import { isPaid, paidStatuses, type TransactionStatus, transactionStatuses } from '../payments/transaction.rules.ts'
import { anyOf } from '../roles.ts'
import type { ContradictionKind, ContradictionState } from './contradiction.rules.ts'

/**
 * The words for a payment that a restored database lacked (docs/adr/0205). `MAY_BE_CHARGED`: it may be the payment of a
 * subscription or scheduled payment. `CHARGED_TWICE`: the same, and another payment of it was made or begun.
 */
export const doubtWords = ['MAY_BE_CHARGED', 'CHARGED_TWICE'] as const
export type DoubtWord = (typeof doubtWords)[number]

/** True: a person has to say whether a payment was that of the subscription or scheduled payment which is named. */
export const isDoubt = (row: { readonly subscription: unknown; readonly scheduled_transaction: unknown }): boolean =>
  row.subscription !== null || row.scheduled_transaction !== null

/** True: a person can say that the payment is that of the subscription or scheduled payment. */
export const canAttach = (row: Parameters<typeof isDoubt>[0] & { readonly state: ContradictionState }): boolean =>
  row.state === 'OPEN' && isDoubt(row)

/**
 * Taking over changes the status and the money of a merchant's payment, paying back moves money, and attaching decides what it
 * was for. No role of the provider's staff but that for everything does any of them.
 */
export const settleContradictionRoles = anyOf('PSP_ALL')

export interface Contradicting {
  readonly kind: ContradictionKind
  readonly state: ContradictionState
  readonly superseded: boolean
  readonly we_say: string | null
  readonly they_say: string
  readonly our_amount: number | null
  readonly currency_code: string | null
  readonly their_amount: number | null
  readonly their_currency_code: string | null
}

/** The status of the payment that a person can take over from the processor. */
export const statusOf = ({ they_say }: Pick<Contradicting, 'they_say'>): TransactionStatus | undefined =>
  transactionStatuses.find((status) => status === they_say)

/**
 * True: the processor refused a refund that was made, or money that was taken, and never said that it took that back. Taken over,
 * it counts as undone.
 */
export function saysUndone({ kind, we_say, they_say }: Pick<Contradicting, 'kind' | 'we_say' | 'they_say'>): boolean {
  if (kind === 'refund') return we_say === 'PROCESSED' && they_say === 'FAILED'
  return (kind === 'payment' || kind === 'capture') && paid.has(we_say) && isRefused({ they_say })
}

const paid: ReadonlySet<string | null> = new Set(paidStatuses)
const refused: ReadonlySet<string> = new Set(['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED'])

/** True: the processor says that it did not do what was ordered. */
export const isRefused = ({ they_say }: Pick<Contradicting, 'they_say'>): boolean => refused.has(they_say)

/** True: what the processor reports can become the status of the payment or refund. */
export function canTakeOver(row: Contradicting): boolean {
  if (row.state !== 'OPEN' || row.superseded || !isInOurCurrency(row)) return false
  const isSame = isOurAmount(row)
  if (saysUndone(row)) return isSame
  if (row.kind === 'refund') return row.they_say === 'PROCESSED' && isSame
  if (row.kind === 'void') return row.they_say === 'AUTHORIZATION_VOIDED'
  if (row.kind !== 'payment' && row.kind !== 'capture') return false
  const status = statusOf(row)
  if (status === 'AUTHORIZED') return isSame
  return status !== undefined && isPaid(status) && (isSame || isLess(row))
}

/** True: the payer can have the money back by an ordinary refund or void. */
export const canPayBack = (row: Contradicting): boolean =>
  (row.kind === 'payment' || row.kind === 'capture') && canTakeOver(row) && !saysUndone(row)

/** True: the processor names another amount or currency than ours. It may name none, as in the answer to a chargeback. */
export const isOfOtherMoney = (row: Contradicting): boolean => !isInOurCurrency(row) || !isOurAmount(row)

/** True: a new chargeback of more than the payment took and other chargebacks have left. */
export const isBeyondPayment = (row: Contradicting): boolean =>
  row.kind === 'chargeback' &&
  // The row of a known chargeback has that chargeback's own status and amount.
  (row.our_amount === 0 || paid.has(row.we_say)) &&
  isInOurCurrency(row) &&
  (row.their_amount ?? 0) > (row.our_amount ?? 0)

const isOurAmount = ({ our_amount, their_amount }: Contradicting) =>
  their_amount === null || their_amount === our_amount

const isInOurCurrency = ({ currency_code, their_currency_code }: Contradicting) =>
  their_currency_code === null || their_currency_code === currency_code

const isLess = ({ our_amount, their_amount }: Contradicting) =>
  our_amount !== null && their_amount !== null && their_amount > 0 && their_amount < our_amount
