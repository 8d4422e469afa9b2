import { beginAttempt } from '../engine/attempts/begin-attempt.ts'
import { type Doubt, recordDoubt } from '../engine/contradictions/doubts.ts'
import type { Contradiction } from '../engine/contradictions/record-contradiction.ts'
import { refusalOf } from '../engine/outbox/found.ts'
import type { PaymentOperation } from '../engine/outbox/operation.ts'
import { enqueue, noteSent } from '../engine/outbox/outbox.ts'
import { processorText } from '../engine/records/processor-text.ts'
import { followUpDelta, recordDeltas } from '../engine/records/statistics-delta.ts'
import type { StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { Report } from '../processors/gateway.ts'
import { noteLostAttempt, openLostCycle, type PaidCycle } from './cycles-and-schedules.ts'
import type { Owner } from './owner.ts'

type Lost = Extract<Owner, { isKnown: false }>

/**
 * Writes a payment as it was when it had begun: INITIATED, with its attempt and the order, which is at the processor already. What
 * became of it is applied afterwards, as from a notification. Gives what a person is then told of; undefined: it is here already.
 */
export async function writeLostPayment(trx: Trx, lost: Lost, now: Date): Promise<Doubt[] | undefined> {
  const { merchant, payment, ordered, profile } = lost
  const asked = { merchant, ordered, profile, began_at: instantIn(payment) }
  const named = await openLostCycle(trx, { ...asked, payment })
  const transaction = await writeInitiated(trx, lost, named.is === 'proved' ? named.cycle : undefined, now)
  if (!transaction || named.is === 'proved') return transaction && []
  if (named.is === 'doubted' && named.isProved) return [named.doubt]
  const { isProved, doubts } = await noteLostAttempt(trx, asked, transaction)
  // Shops take a missed cycle by a scheduled payment with the reference of the cycle: the id says more than the reference.
  return named.is === 'doubted' && !isProved ? [named.doubt, ...doubts] : doubts
}

/** Undefined: it is here already. */
async function writeInitiated(
  trx: Trx,
  { merchant, payment: id, ordered, profile }: Lost,
  cycle: PaidCycle | undefined,
  now: Date,
): Promise<StoredTransaction | undefined> {
  const { amount, currency_code, merchant_reference, payment_product = '', capture } = ordered
  const created_at = instantIn(id)
  const transaction = await trx
    .insertInto('transaction')
    .values({
      ...{ merchant_id: merchant, id, created_at, amount, currency_code, payment_product, status: 'INITIATED' },
      ...{ organisation_id: profile.organisation_id, payment_profile_id: profile.id, processor_id: profile.processor },
      merchant_reference: processorText(merchant_reference).slice(0, 100) || '-',
      ...cycle,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .$castTo<StoredTransaction>()
    .executeTakeFirst()
  if (!transaction) return undefined
  // Nobody else sees a row that this transaction makes.
  const locked = transaction as Locked<StoredTransaction>
  const order = { processor: profile.processor, order: { capture }, after: null }
  const { job } = await beginAttempt(trx, locked, order, now)
  await noteSent(trx, { merchant_id: merchant, id: job }, created_at)
  return transaction
}

/**
 * Tells a person of the doubts about a payment that was lost, with what became of it. A payment that was refused has not paid
 * anything twice.
 */
export async function tellOfDoubts(
  trx: Trx,
  { merchant, payment, profile }: Lost,
  doubts: readonly Doubt[],
  now: Date,
): Promise<Contradiction[]> {
  if (doubts.length === 0) return []
  const transaction = await trx
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .where('created_at', '=', instantIn(payment))
    .where('id', '=', payment)
    .$castTo<StoredTransaction>()
    .executeTakeFirstOrThrow()
  const isRefused = refusalOf(transaction.status) !== undefined
  const told: Contradiction[] = []
  for (const doubt of doubts) {
    if (isRefused && doubt.word === 'CHARGED_TWICE') continue
    const contradiction = await recordDoubt(trx, doubt, transaction, profile.processor, now)
    if (contradiction) told.push(contradiction)
  }
  return told
}

export const lostOrders = ['capture', 'void', 'refund'] as const

/**
 * Writes an order on a payment that its processor has and we do not. False: it is here already, or it is of a kind that comes back
 * otherwise, as answers to chargebacks do by the chargeback.
 */
export async function writeLostOrder(
  trx: Trx,
  { merchant, payment }: Pick<Owner, 'merchant' | 'payment'>,
  { reference: id = '', operation, money }: Report,
  now: Date,
): Promise<boolean> {
  const sent_at = instantOf(id)
  if (sent_at === undefined || !money || !lostOrders.some((each) => each === operation)) return false
  if (await isHere(trx, merchant, { id, created_at: sent_at })) return false
  const transaction = await lockRow(
    trx
      .selectFrom('transaction')
      .selectAll()
      .where('merchant_id', '=', merchant)
      .where('created_at', '=', instantIn(payment))
      .where('id', '=', payment)
      .$castTo<StoredTransaction>(),
    { strength: 'no key update' },
  )
  // Another run may have written it meanwhile.
  if (await isHere(trx, merchant, { id, created_at: sent_at })) return false
  if (!transaction || transaction.processor_id === null || transaction.capture_id === id) return false
  // Of another currency it is of other money, and the report of it is what a person has to see.
  if (money.currency_code !== transaction.currency_code) return false
  const { processor_id } = transaction
  const of = { merchant_id: merchant, id, transaction_created_at: transaction.created_at, transaction_id: payment }
  const order = await orderOf(trx, { transaction, processor_id, of, operation, amount: money.amount, sent_at })
  await enqueue(trx, order, now)
  await noteSent(trx, of, sent_at)
  return true
}

interface LostOrder {
  transaction: Locked<StoredTransaction>
  processor_id: string
  of: Pick<PaymentOperation, 'merchant_id' | 'id' | 'transaction_created_at' | 'transaction_id'>
  operation: Report['operation']
  amount: number
  sent_at: string
}

async function orderOf(
  trx: Trx,
  { transaction, processor_id, of, operation, amount, sent_at }: LostOrder,
): Promise<PaymentOperation> {
  if (operation === 'capture') return { ...of, topic: 'processor.capture', payload: { amount } }
  if (operation === 'void') return { ...of, topic: 'processor.void', payload: {} }
  const values = { created_at: sent_at, amount, status: 'PENDING' as const }
  await trx
    .insertInto('refund')
    .values({ ...of, ...values, organisation_id: transaction.organisation_id, processor_id })
    .execute()
  await recordDeltas(trx, [followUpDelta('refund', transaction, values, 1)])
  return { ...of, topic: 'processor.refund', refund_id: of.id, payload: {} }
}

/** Orders are kept for some time, and refunds for ever. */
const isHere = async (trx: Trx, merchant: string, { id, created_at }: { id: string; created_at: string }) =>
  (await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .union(
      trx
        .selectFrom('refund')
        .select('id')
        .where('merchant_id', '=', merchant)
        .where('created_at', '=', created_at)
        .where('id', '=', id),
    )
    .executeTakeFirst()) !== undefined

/** `ownerOf` gives only references that have an instant. */
const instantIn = (reference: string): string => instantOf(reference) ?? ''
