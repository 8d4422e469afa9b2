import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Money, Notification, Report, ReportedChargeback } from '../../processors/gateway.ts'
import { takeBarredToNext } from '../attempts/take-to-next.ts'
import { contradictAnother, contradictMoney } from '../contradictions/contradiction.ts'
import { type Contradiction, recordContradiction } from '../contradictions/record-contradiction.ts'
import { idOfAnother, isAbout, ofAnother } from '../contradictions/whose-report.ts'
import { lastSentCancellation } from '../outbox/cancellation.ts'
import { closeParkedSettled } from '../outbox/close-parked.ts'
import { findOperation, type Told } from '../outbox/find-operation.ts'
import { type Found, foundIn, ImpossibleReport } from '../outbox/found.ts'
import type { PaymentOperation } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import { amountOf, findSubject, isSuperseded, lockPayment, lockSubject } from '../outbox/subject.ts'
import { applyChargeback } from '../outcome/apply-chargeback.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import { endWaiting } from '../returns/end-waiting.ts'

/** A notification that was proved to be of one of these processors, which share an account. */
export interface Heard {
  merchant: string
  processors: readonly [string, ...string[]]
  notification: Notification
}

/**
 * What became of a notification. `applied`: the payment agrees with it, or had gone on. `not_ours`: of nothing that this
 * processor was asked. `not_understood`: authentic, in words that Kontor does not know. `contradicts`: it says something
 * against what we have, or is of an order of ours with other money or of another kind. The last two wait for a person.
 */
export type NotificationResult = 'applied' | 'not_ours' | 'not_understood' | 'contradicts'

export interface Applied {
  result: NotificationResult
  /** The operation of one of these processors that it is about. */
  operation?: PaymentOperation | undefined
  contradiction?: Contradiction | undefined
}

/**
 * Writes down what a notification reports. A status never moves back, so repetitions and any order come to the same. Without
 * `masterKey`, which opens what an order says of its payer, no payment goes on to a second processor.
 */
export async function applyNotification(trx: Trx, heard: Heard, now: Date, masterKey?: string): Promise<Applied> {
  const { notification } = heard
  switch (notification.about) {
    case 'operation':
      return applyReport(trx, heard, notification.report, { now, masterKey })
    case 'chargeback':
      return applyChargebackReport(trx, heard, notification.chargeback, now)
    case 'settlement':
      return announceSettlement(trx, heard, notification)
    case 'payment':
      return notUnderstood(trx, heard, { word: 'news of a payment' }, now)
    case 'unknown':
      return notUnderstood(trx, heard, { word: notification.type || 'nothing', ...notification }, now)
  }
}

/** Files of the gateway are fetched at the next look. Where nobody fetches them, there is nothing to do. */
async function announceSettlement(
  trx: Trx,
  { merchant, processors }: Heard,
  { batch }: { batch?: string },
): Promise<Applied> {
  const { numUpdatedRows } = await trx
    .updateTable('processor_settlement')
    .set({ fetch_due_at: sql`now()`, ...(batch !== undefined && announced(batch)) })
    .where('merchant_id', '=', merchant)
    .where('active', '=', true)
    .where('processor_settlement_type', '=', 'API')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('processor')
          .select('processor.id')
          .whereRef('processor.merchant_id', '=', 'processor_settlement.merchant_id')
          .whereRef('processor.gateway', '=', 'processor_settlement.gateway')
          .whereRef('processor.mode', '=', 'processor_settlement.mode')
          .where('processor.id', 'in', [...processors]),
      ),
    )
    .executeTakeFirstOrThrow()
  return { result: numUpdatedRows > 0n ? 'applied' : 'not_ours' }
}

/** A batch before one that was announced is fetched by its own number. More of them than a gateway has out of order are left. */
function announced(batch: string) {
  const isLate = sql`announced_batch ~ '^[0-9]{1,15}$' and ${batch} ~ '^[0-9]{1,15}$'
    and lpad(${batch}, 15, '0') < lpad(announced_batch, 15, '0')`
  return {
    announced_batch: sql<string>`case when ${isLate} then announced_batch else ${batch} end`,
    late_batches: sql<
      string[]
    >`case when ${isLate} and not ${batch} = any(late_batches) and cardinality(late_batches) < 100
      then late_batches || ${batch}::text else late_batches end`,
  }
}

async function applyReport(
  trx: Trx,
  heard: Heard,
  report: Report & { reference: string },
  { now, masterKey }: { now: Date; masterKey: string | undefined },
): Promise<Applied> {
  const { merchant, processors, notification } = heard
  const found = possible(report)
  if (!found) return notUnderstood(trx, heard, saidBy(report), now)
  const told = await orderToldOf(trx, merchant, report)
  const subject = told && (await lockSubject(trx, told.operation))
  if (!subject || !processors.includes(subject.processor)) return { result: 'not_ours' }
  if (found.kind !== subject.kind)
    return { ...(await notUnderstood(trx, heard, saidBy(report), now)), result: 'contradicts' }
  const { operation } = told
  // Whether a payment was cancelled says nothing of an order that has another purpose.
  if ((report.operation === 'cancel_reference') !== (operation.topic === 'processor.cancel_reference'))
    return notUnderstood(trx, heard, saidBy(report), now)
  const another = await idOfAnother(trx, subject, found)
  if (another !== undefined) {
    const contradiction = await contradictAnother(trx, subject, { ...found, another }, notification.id, now)
    // A cancellation has its answer, which released nothing of ours.
    if (operation.topic === 'processor.cancel_reference' && found.outcome.status !== 'PENDING' && !told.isDone)
      await closeJob(trx, operation, ofAnother(another))
    return resultOf(operation, contradiction)
  }
  if (!isAbout(found, subject)) {
    const contradiction = await contradictMoney(trx, subject, found, notification.id, now)
    return { result: 'contradicts', operation, contradiction }
  }
  const isTaken = masterKey !== undefined && (await takeBarredToNext(trx, masterKey, subject, found, now)) !== undefined
  const { isOver, contradiction } = isTaken ? { isOver: true } : await applyOutcome(trx, subject, found, now)
  // The job is closed now, so that the next command on the payment need not wait for its next try.
  const orders = isOver && !told.isDone ? [operation] : []
  await endWaiting(trx, subject, found, { orders, note: 'settled by notification' })
  return resultOf(operation, contradiction)
}

/** The order that a report is about. A gateway may tell of our cancellation under the reference of the payment that it cancelled. */
async function orderToldOf(
  trx: Trx,
  merchant: string,
  { reference, operation }: Report & { reference: string },
): Promise<Told | undefined> {
  const named = await findOperation(trx, merchant, reference)
  if (operation !== 'cancel_reference' || named?.operation.topic !== 'processor.authorize') return named
  return (await lastSentCancellation(trx, named.operation)) ?? named
}

const resultOf = (operation: PaymentOperation, contradiction: Contradiction | undefined): Applied => ({
  ...{ result: contradiction ? 'contradicts' : 'applied', operation, contradiction },
})

/** What nobody understands: its word, and what the processor names beside it. */
interface Unheard extends Partial<Record<'reference' | 'external', string | undefined>> {
  word: string
  money?: Money | undefined
}

/**
 * Keeps what nobody understands for a person: one row for what it tells of, where it names an order of this processor, because it
 * may tell of money. Otherwise one row for the word, which opens again when it comes after a person ended it: a gateway may send
 * such a word each day.
 */
async function notUnderstood(
  trx: Trx,
  { merchant, processors, notification }: Heard,
  { word, reference, external, money }: Unheard,
  now: Date,
): Promise<Applied> {
  const told = reference === undefined ? undefined : await findOperation(trx, merchant, reference)
  const found = told && (await findSubject(trx, told.operation))
  const subject = found && processors.includes(found.processor) ? found : undefined
  const of = subject && {
    ...{ transaction: subject.transaction, operation: subject.operation.id, we_say: subject.transaction.status },
    ...{ our_amount: amountOf(subject), superseded: isSuperseded(subject), external, their: money },
  }
  // The id comes first, because a long word is cut off.
  const about = subject ? `${external || subject.operation.id} ${word}` : word
  const contradiction = await recordContradiction(
    trx,
    {
      ...{ merchant_id: merchant, processor: subject?.processor ?? processors[0], kind: 'not_understood' },
      ...{ about, they_say: word, notification: notification.id, opensAgain: !subject, ...of },
    },
    now,
  )
  return { result: 'not_understood', operation: subject?.operation, contradiction }
}

const saidBy = ({ operation, outcome, reference, id, money }: Report): Unheard => ({
  word: `${operation}: ${outcome.is}${'status' in outcome ? ` ${outcome.status}` : ''}`,
  ...{ reference, external: id, money },
})

async function applyChargebackReport(
  trx: Trx,
  { merchant, processors }: Heard,
  chargeback: ReportedChargeback,
  now: Date,
): Promise<Applied> {
  const told = await findOperation(trx, merchant, chargeback.reference)
  const payment = told && (await lockPayment(trx, told.operation))
  if (!payment || !processors.includes(payment.processor)) return { result: 'not_ours' }
  const contradiction = await applyChargeback(trx, told.operation, payment, chargeback, now)
  await closeParkedSettled(trx, told.operation)
  return resultOf(told.operation, contradiction)
}

/** Undefined: no order of this kind can have this outcome. */
function possible(report: Report): Found | undefined {
  try {
    return foundIn(report)
  } catch (error) {
    if (error instanceof ImpossibleReport) return undefined
    throw error
  }
}
