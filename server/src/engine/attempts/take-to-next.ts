import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { activeProcessors } from '../../processors/active-processors.ts'
import type { Gateway } from '../../processors/gateway.ts'
import type { Found } from '../outbox/found.ts'
import type { Authorization, BegunOperation } from '../outbox/operation.ts'
import { type ClaimedJob, type PaymentJob, readJob } from '../outbox/outbox.ts'
import { isSuperseded, type LockedSubject } from '../outbox/subject.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { beginAttempt, type EndedAttempt, isUntouched, NoFurtherAttempt } from './begin-attempt.ts'
import { type Brought, type Following, following } from './failover.ts'

type Begun = Pick<BegunOperation, 'merchant' | 'job'>

interface Tried {
  job: PaymentJob
  gateway: Pick<Gateway, 'cancelReference' | 'manifest'>
  /** The payment as it is now. */
  transaction: StoredTransaction
  isAwaited: boolean
}

/** What follows from what a try of a payment's authorization brought. */
export function followingOf(brought: Brought, { job, gateway, transaction, isAwaited }: Tried, now: Date): Following {
  if (job.topic !== 'processor.authorize') return 'stay'
  return following(brought, {
    hasNext: job.payload.next !== undefined,
    mayHaveArrived: job.uncertain,
    isUntouched: isUntouched(transaction),
    canBar: canBar(gateway),
    isAwaited,
    age_ms: now.getTime() - Date.parse(transaction.created_at),
  })
}

const canBar = ({ cancelReference, manifest }: Tried['gateway']): boolean =>
  cancelReference !== undefined && manifest.bars_references === true

/**
 * Takes a payment to its second processor, where the first one certainly has not taken it. Undefined: it may not go on, or the
 * second processor no longer takes payments of its profile in the same mode, or the merchant none at all; nothing was written.
 */
export async function takeToNext(
  trx: Trx,
  masterKey: string,
  transaction: Locked<StoredTransaction>,
  after: EndedAttempt,
  now: Date,
): Promise<Begun | undefined> {
  const { job } = after
  const next = job.topic === 'processor.authorize' ? job.payload.next : undefined
  if (next === undefined || !(await takesPayments(trx, transaction, next))) return undefined
  try {
    const begun = await beginAttempt(trx, transaction, { processor: next, after, masterKey }, now)
    return { merchant: job.merchant_id, job: begun.job }
  } catch (error) {
    if (error instanceof NoFurtherAttempt) return undefined
    throw error
  }
}

async function takesPayments(
  trx: Trx,
  { merchant_id, payment_profile_id, payment_product, processor_id }: StoredTransaction,
  processor: string,
): Promise<boolean> {
  const found = await activeProcessors(trx, { merchant: merchant_id, profile: payment_profile_id })
    .select('processor.id')
    .where('processor.id', '=', processor)
    .where('processor.payment_product', '=', payment_product)
    .where('processor.mode', '=', ({ selectFrom }) =>
      selectFrom('processor as first')
        .select('first.mode')
        .where('first.merchant_id', '=', merchant_id)
        .where('first.id', '=', processor_id),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('merchant').where('merchant.id', '=', merchant_id).where('merchant.active', '=', true)),
    )
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The same after a confirmed cancellation that also bars the reference. Undefined too for every other report: the payment is
 * where it was.
 */
export async function takeBarredToNext(
  trx: Trx,
  masterKey: string,
  subject: LockedSubject,
  { outcome }: Found,
  now: Date,
): Promise<Begun | undefined> {
  const { operation, transaction } = subject
  if (subject.kind !== 'payment' || operation.topic !== 'processor.cancel_reference') return undefined
  const isBarred = operation.payload.bars_later === true && outcome.status === 'AUTHORIZATION_VOIDED'
  if (!isBarred || isSuperseded(subject)) return undefined
  const job = await openAuthorization(trx, operation.merchant_id, operation.payload.of)
  if (!job) return undefined
  const age_ms = now.getTime() - Date.parse(transaction.created_at)
  const first = { hasNext: job.payload.next !== undefined, isUntouched: isUntouched(transaction), age_ms }
  const isNext = following('barred', { ...first, mayHaveArrived: true, canBar: true, isAwaited: true }) === 'second'
  return isNext ? takeToNext(trx, masterKey, subject.transaction, { job, outcome: 'barred' }, now) : undefined
}

/** The authorization, locked. Undefined: it is over. */
async function openAuthorization(
  trx: Trx,
  merchant_id: string,
  id: string,
): Promise<(Authorization & PaymentJob) | undefined> {
  const row = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .$castTo<ClaimedJob>()
    .executeTakeFirst()
  const job = row && readJob(row)
  return job?.topic === 'processor.authorize' ? job : undefined
}
