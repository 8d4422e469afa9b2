import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { holdProcessor } from '../../processors/hold-processor.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { type Authorization, type BegunOperation, type Cancellation, readOperation } from './operation.ts'
import { closeJob, enqueue, type PaymentJob } from './outbox.ts'

type OfPayment = Pick<Authorization, 'merchant_id' | 'transaction_id'>

/**
 * Writes the order that cancels an authorization by our reference (docs/adr/0091). `bars_later`: the gateway also refuses what
 * arrives under it afterwards. The payment is locked.
 */
export async function beginCancellation(
  trx: Trx,
  { id: of, merchant_id, transaction_created_at, transaction_id }: Authorization,
  asked_by: Pick<Actor, 'kind' | 'id' | 'name'> | undefined,
  now: Date,
  { bars_later = false } = {},
): Promise<BegunOperation> {
  const attempt = await trx
    .selectFrom('payment_attempt')
    .select('processor_id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', transaction_created_at)
    .where('transaction_id', '=', transaction_id)
    .where('id', '=', of)
    .executeTakeFirst()
  if (attempt) await holdProcessor(trx, attempt.processor_id)
  const { id } = newId(now)
  const operation: Cancellation = {
    ...{ merchant_id, id, transaction_created_at, transaction_id, topic: 'processor.cancel_reference' },
    payload: {
      of,
      ...(asked_by && { asked_by: { kind: asked_by.kind, id: asked_by.id, name: asked_by.name } }),
      ...(bars_later && { bars_later }),
    },
  }
  await enqueue(trx, operation, now)
  return { merchant: merchant_id, transaction: transaction_id, job: id }
}

/**
 * The same where no cancellation of this attempt was ever ordered. `later`: one of another attempt is under way, and a payment has
 * one at a time.
 */
export async function cancelOnce(
  trx: Trx,
  authorization: Authorization,
  now: Date,
  how: { bars_later?: boolean } = {},
): Promise<BegunOperation | 'later' | 'before'> {
  if (await cancellationsOf(trx, authorization).executeTakeFirst()) return 'before'
  if (await isBeingCancelled(trx, authorization)) return 'later'
  return beginCancellation(trx, authorization, undefined, now, how)
}

/** The cancellations of an attempt of a payment. */
export const cancellationsOf = (
  trx: Trx,
  { id, ...of }: Pick<Authorization, 'merchant_id' | 'transaction_id' | 'id'>,
) => cancellationsOfPayment(trx, of).where(sql<boolean>`payload ->> 'of' = ${id}`)

/** The cancellations of a payment. The topic is in the text, because a plan for all values would not use their index. */
const cancellationsOfPayment = (trx: Trx, { merchant_id, transaction_id }: OfPayment) =>
  trx
    .selectFrom('outbox')
    .select(['merchant_id', 'id', 'uncertain', 'first_sent_at', 'done_at'])
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where(sql<boolean>`topic = 'processor.cancel_reference'`)
    .orderBy('id')

/** The last cancellation of an attempt that its gateway may have got, with what became of it. */
export async function lastSentCancellation(
  trx: Trx,
  of: Pick<Authorization, 'merchant_id' | 'transaction_id' | 'id'>,
): Promise<{ operation: Cancellation; isDone: boolean } | undefined> {
  const sent = await cancellationsOf(trx, of)
    .where('uncertain', '=', true)
    .where('first_sent_at', 'is not', null)
    .clearSelect()
    .clearOrderBy()
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const operation = sent && readOperation(sent)
  return operation?.topic === 'processor.cancel_reference' ? { operation, isDone: sent?.done_at !== null } : undefined
}

/**
 * True: a cancellation of any attempt of the payment is under way, and no other one may begin (`outbox_cancel_open`). The payment is
 * locked.
 */
export const isBeingCancelled = async (trx: Trx, of: OfPayment): Promise<boolean> =>
  (await cancellationsOfPayment(trx, of).where('done_at', 'is', null).executeTakeFirst()) !== undefined

/** False: no try has sent it. One that was only claimed is uncertain too, since its process may have ended before it sent anything. */
export const wasSent = ({ uncertain, first_sent_at }: Pick<PaymentJob, 'uncertain' | 'first_sent_at'>): boolean =>
  uncertain && first_sent_at !== null

/**
 * True: nobody knows yet whether the money of the payment is released. What another processor took before the payment went on
 * is not the payment's.
 */
export async function hasOpenCancellation(
  trx: Trx,
  {
    merchant_id,
    id,
    created_at,
    processor_id,
  }: Pick<StoredTransaction, 'merchant_id' | 'id' | 'created_at' | 'processor_id'>,
): Promise<boolean> {
  const open = await cancellationsOfPayment(trx, { merchant_id, transaction_id: id })
    .where('done_at', 'is', null)
    .where(sql<boolean>`not exists (select from payment_attempt a where a.merchant_id = outbox.merchant_id
      and a.transaction_created_at = ${created_at} and a.transaction_id = outbox.transaction_id
      and a.id = (payload ->> 'of')::uuid and a.processor_id <> ${processor_id})`)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Ends the cancellation of a payment that was decided without it. One that was sent goes on while there is money that it may
 * release: until its outcome is known, the payment can be neither captured nor refunded. The payment is locked.
 */
export async function endCancellation(trx: Trx, of: Authorization, { hasMoney }: { hasMoney: boolean }): Promise<void> {
  const open = await lockRow(cancellationsOf(trx, of).where('done_at', 'is', null))
  if (!open || (wasSent(open) && hasMoney)) return
  await closeJob(trx, open, 'not needed: decided another way')
}
