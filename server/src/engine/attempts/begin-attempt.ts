import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { vaultOf } from '../../processors/vault.ts'
import { askerOf } from '../outbox/asker-of.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import type { Authorization } from '../outbox/operation.ts'
import { type Asker, closeJob, enqueueWith, holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { cancelledByReference } from '../outcome/apply-cancellation.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { processorText } from '../records/processor-text.ts'
import { transactionDelta } from '../records/statistics-delta.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type Order = Authorization['payload']

/** The processor that is asked, and the reason: a new payment, or the end of the attempt at another processor. */
export type NextAttempt =
  /** The first attempt of a payment that was just written. */
  | { processor: string; order: Order; asker?: Asker; after: null }
  /** A further attempt. This processor gets the same order as the one before. */
  | { processor: string; after: EndedAttempt; masterKey: string }

/** Why no processor has the money of the attempt before: its job, and the processor's answer. */
export interface EndedAttempt {
  job: PaymentJob
  /** `barred`: nothing is held or taken under its reference, and nothing will be. */
  outcome: PaymentOutcome | 'barred'
}

/**
 * The payment may not be taken to another processor: the one before has or may have the money, or asked the payer or
 * issuer.
 */
export class NoFurtherAttempt extends Error {
  override name = 'NoFurtherAttempt'
}

/**
 * Begins an attempt: writes its row and the job that asks the processor. Both have the same id, which is also the reference
 * at the processor. The first attempt has the payment's own id, and counts the new payment. A further attempt ends the one before it and moves the
 * payment, and the place where statistics count it, to the next processor. `NoFurtherAttempt` is thrown before anything is
 * written. A unique index refuses an attempt while another one of the payment is open or approved.
 */
export async function beginAttempt(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  next: NextAttempt,
  now: Date,
): Promise<{ job: string }> {
  const { merchant_id, created_at, id: transaction_id } = transaction
  const of = { merchant_id, transaction_created_at: created_at, transaction_id }
  const { attempt, order, asker } = next.after
    ? await goOn(trx, transaction, next)
    : { attempt: 1, order: next.order, asker: next.asker }
  const id = attempt === 1 ? transaction_id : newId(now).id
  const row = { ...of, id, attempt, processor_id: next.processor, state: 'OPEN', began_at: now.toISOString() }
  // A further attempt was counted by the change of the payment's processor.
  const counting = next.after
    ? trx
    : trx.with('counted', (db) => db.insertInto('statistics_delta').values(transactionDelta(transaction, 1)))
  const withAttempt = counting.with('attempt', (db) => db.insertInto('payment_attempt').values(row))
  await enqueueWith(withAttempt, { ...of, id, topic: 'processor.authorize', payload: order }, { asker }, now)
  return { job: id }
}

/**
 * Ends the attempt before and its job, and moves the payment to the next processor. Returns the next attempt's number and
 * order.
 */
async function goOn(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  { processor, after: { job, outcome }, masterKey }: Extract<NextAttempt, { after: EndedAttempt }>,
): Promise<{ attempt: number; order: Order; asker: Asker | undefined }> {
  if (job.topic !== 'processor.authorize' || job.transaction_id !== transaction.id)
    throw new NoFurtherAttempt(`${job.topic} ${job.id} is no attempt of payment ${transaction.id}`)
  if (transaction.agreement_id) throw new NoFurtherAttempt(`payment ${transaction.id} charges what its processor keeps`)
  if (!isUntouched(transaction)) throw new NoFurtherAttempt(`payment ${transaction.id} is under way`)
  const { state, reason } = outcome === 'barred' ? barred : await refused(trx, job, outcome)
  if (job.payload.card_token !== undefined) await requireSameVault(trx, transaction, processor)
  const { next: _, ...order } = job.payload
  const { merchant_id, created_at } = transaction
  const ended = await trx
    .updateTable('payment_attempt')
    .set({ state, reason, ended_at: sql<string>`engine_now()` })
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', job.id)
    .where('state', '=', 'OPEN')
    .returning('attempt')
    .executeTakeFirst()
  if (!ended) throw new NoFurtherAttempt(`attempt ${job.id} has ended`)
  await closeJob(trx, job, `${state.toLowerCase()}: ${reason}`)
  await changeTransaction(trx, transaction, { processor_id: processor, status_reason: null })
  return { attempt: ended.attempt + 1, order, asker: askerOf(masterKey, job) }
}

const barred = { state: 'CANCELLED', reason: cancelledByReference } as const

/** The processor's own refusal of this very try. */
async function refused(trx: Trx, job: PaymentJob, outcome: PaymentOutcome) {
  // An earlier try may have been delayed on the way. Its order could still arrive and take the money.
  if (job.uncertain) throw new NoFurtherAttempt(`an earlier try of job ${job.id} may have arrived`)
  const reason = ownRefusal(outcome)
  if (reason === undefined) throw new NoFurtherAttempt(`the processor answered ${outcome.status}`)
  // Another try, of a worker that took this one for dead, may be asking the same processor at this moment.
  if (!(await holdTry(trx, job))) throw new NoFurtherAttempt(`another try of job ${job.id} has begun`)
  return { state: 'REFUSED', reason } as const
}

/** Another vault would not know the card's token, or know it as somebody else's. */
async function requireSameVault(
  trx: Trx,
  { merchant_id, id, processor_id }: StoredTransaction,
  next: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('processor')
    .select(['gateway', 'account', 'mode'])
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', [processor_id, next])
    .execute()
  const [one, other = null] = rows.map(vaultOf)
  // Nothing is asked of the same processor again: a key of the table says so.
  if (processor_id !== next && (other === null || one !== other))
    throw new NoFurtherAttempt(`processor ${next} does not know the card of payment ${id}`)
}

/** True: no processor has acknowledged the payment, no payer was redirected, and no terminal waits for it. */
export const isUntouched = ({
  status,
  processor_id_external,
  redirect_url,
  terminal_id,
}: Pick<StoredTransaction, 'status' | 'processor_id_external' | 'redirect_url' | 'terminal_id'>): boolean =>
  status === 'INITIATED' && processor_id_external === null && redirect_url === null && terminal_id === null

/** The reason of a refusal by the processor itself. Undefined for every other answer, also for a refusal by the issuer. */
export function ownRefusal(outcome: PaymentOutcome): string | undefined {
  return outcome.status === 'FAILED' && outcome.elsewhere ? processorText(outcome.reason) : undefined
}
