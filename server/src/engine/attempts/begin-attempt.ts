import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { askerOf } from '../outbox/asker-of.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import type { Authorization } from '../outbox/operation.ts'
import { type Asker, closeJob, enqueueWith, holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { processorText } from '../outcome/processor-text.ts'
import { transactionDelta } from '../records/statistics-delta.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type Order = Authorization['payload']

/** The processor that is asked, and the reason: a new payment, or the refusal of another processor. */
export type NextAttempt =
  /** The first attempt of a payment that was just written. */
  | { processor: string; order: Order; asker?: Asker; after: null }
  /** A further attempt after a refusal. This processor gets the same order as the one before. */
  | { processor: string; after: RefusedAttempt; masterKey: string }

/** The job of the refused attempt, with the processor's answer. */
export interface RefusedAttempt {
  job: PaymentJob
  outcome: PaymentOutcome
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
 * Ends the refused attempt and its job, and moves the payment to the next processor. Returns the next attempt's number and
 * order.
 */
async function goOn(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  { processor, after: { job, outcome }, masterKey }: Extract<NextAttempt, { after: RefusedAttempt }>,
): Promise<{ attempt: number; order: Order; asker: Asker | undefined }> {
  if (job.topic !== 'processor.authorize' || job.transaction_id !== transaction.id)
    throw new NoFurtherAttempt(`${job.topic} ${job.id} is no attempt of payment ${transaction.id}`)
  const { id, uncertain, payload } = job
  // Another processor would not know the token, or know it as somebody else's.
  if (transaction.card_id ?? transaction.agreement_id)
    throw new NoFurtherAttempt(`payment ${transaction.id} charges what its processor keeps`)
  // An earlier try may have been delayed on the way. Its order could still arrive and take the money.
  if (uncertain || !isUntouched(transaction)) throw new NoFurtherAttempt(`payment ${transaction.id} is under way`)
  const reason = ownRefusal(outcome)
  if (reason === undefined) throw new NoFurtherAttempt(`the processor answered ${outcome.status}`)
  // Another try, of a worker that took this one for dead, may be asking the same processor at this moment.
  if (!(await holdTry(trx, job))) throw new NoFurtherAttempt(`another try of job ${id} has begun`)
  const { merchant_id, created_at } = transaction
  const ended = await trx
    .updateTable('payment_attempt')
    .set({ state: 'REFUSED', reason, ended_at: sql<string>`engine_now()` })
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .returning('attempt')
    .executeTakeFirst()
  if (!ended) throw new NoFurtherAttempt(`attempt ${id} has ended`)
  await closeJob(trx, job, `refused: ${reason}`)
  await changeTransaction(trx, transaction, { processor_id: processor })
  return { attempt: ended.attempt + 1, order: payload, asker: askerOf(masterKey, job) }
}

/** True: no processor has acknowledged the payment, no payer was redirected, and no terminal waits for it. */
const isUntouched = ({ status, processor_id_external, redirect_url, terminal_id }: StoredTransaction): boolean =>
  status === 'INITIATED' && processor_id_external === null && redirect_url === null && terminal_id === null

/** The reason of a refusal by the processor itself. Undefined for every other answer, also for a refusal by the issuer. */
function ownRefusal(outcome: PaymentOutcome): string | undefined {
  return outcome.status === 'FAILED' && outcome.elsewhere ? processorText(outcome.reason) : undefined
}
