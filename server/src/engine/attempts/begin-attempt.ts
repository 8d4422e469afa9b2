import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { Gateway, PaymentOutcome } from '../../processors/gateway.ts'
import type { Authorization } from '../outbox/operation.ts'
import { closeJob, enqueue, holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { processorText } from '../outcome/processor-text.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

type Order = Authorization['payload']

/** Which processor is asked, and how it comes about. */
export type NextAttempt =
  /** The payment was just written for this processor. */
  | { processor: string; order: Order; after: null }
  /** The processor before it has refused. It is asked for the same. */
  | { processor: string; after: RefusedAttempt }

/** A try of the job of an attempt, with what the processor answered. */
export interface RefusedAttempt {
  job: PaymentJob
  gateway: Gateway
  outcome: PaymentOutcome
}

/** The payment may not go on: the processor before has the money, may have it, or has asked the payer or the issuer. */
export class NoFurtherAttempt extends Error {
  override name = 'NoFurtherAttempt'
}

/**
 * Begins to ask a processor for a payment: the attempt, and the job under the attempt's id, which is the reference at the
 * processor. The first attempt has the payment's own id. A further one ends the attempt before it and moves the payment, with
 * what the statistics count, to its processor; it throws `NoFurtherAttempt` before it writes. Whatever the caller believes, an
 * index refuses an attempt while another is open or was approved.
 */
export async function beginAttempt(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  next: NextAttempt,
  now: Date,
): Promise<{ job: string }> {
  const { merchant_id, created_at, id: transaction_id } = transaction
  const of = { merchant_id, transaction_created_at: created_at, transaction_id }
  const { attempt, order } = next.after
    ? await goOn(trx, transaction, next.processor, next.after)
    : { attempt: 1, order: next.order }
  const id = attempt === 1 ? transaction_id : newId(now).id
  const row = { ...of, id, attempt, processor_id: next.processor, state: 'OPEN', began_at: now.toISOString() }
  const withAttempt = trx.with('attempt', (db) => db.insertInto('payment_attempt').values(row))
  await enqueue(withAttempt, { ...of, id, topic: 'processor.authorize', payload: order }, now)
  return { job: id }
}

/** Ends the refused attempt and its job, and moves the payment on. Gives the number of the next attempt and what it asks for. */
async function goOn(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  processor: string,
  { job, gateway, outcome }: RefusedAttempt,
): Promise<{ attempt: number; order: Order }> {
  if (job.topic !== 'processor.authorize' || job.transaction_id !== transaction.id)
    throw new NoFurtherAttempt(`${job.topic} ${job.id} is no attempt of payment ${transaction.id}`)
  const { id, uncertain, payload } = job
  // After a try that may have got through, an order that was delayed on the way can still arrive and take the money.
  if (uncertain || !isUntouched(transaction)) throw new NoFurtherAttempt(`payment ${transaction.id} is under way`)
  const reason = ownRefusal(gateway, outcome)
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
  return { attempt: ended.attempt + 1, order: payload }
}

/** No processor has acknowledged the payment, no payer was sent anywhere, and no terminal waits for it. */
const isUntouched = ({ status, processor_id_external, redirect_url, terminal_id }: StoredTransaction): boolean =>
  status === 'INITIATED' && processor_id_external === null && redirect_url === null && terminal_id === null

/** Why the processor itself would not do it; undefined for every other answer, an issuer's refusal among them. */
function ownRefusal({ ownRefusals }: Gateway, outcome: PaymentOutcome): string | undefined {
  return outcome.status === 'FAILED' && ownRefusals.includes(outcome.reason) ? processorText(outcome.reason) : undefined
}
