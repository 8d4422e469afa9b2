import { type ChargebackStatus, chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import { maySucceed } from '@kontor/contract/statuses/transitions'
import type { ExpressionBuilder } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { actAs, type Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { DB } from '../../schema.ts'
import { recordContradiction } from '../contradictions/record-contradiction.ts'
import type { ChargebackOutcome } from '../outbox/found.ts'
import { readOperation } from '../outbox/operation.ts'
import type { LockedChargeback } from '../outbox/subject.ts'
import { processorText } from '../records/processor-text.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import type { StoredChargeback } from '../records/stored-chargeback.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Applied } from './applied.ts'

/**
 * The statuses to pass to reach `to`. IN_DISPUTE may lie between, when its own report is late. Empty: `to` cannot be
 * reached.
 */
export function stepsToStatus(from: ChargebackStatus, to: ChargebackStatus): ChargebackStatus[] {
  const may = (one: ChargebackStatus, other: ChargebackStatus) => maySucceed(chargebackTransitions, one, other)
  if (may(from, to)) return [to]
  return may(from, 'IN_DISPUTE') && may('IN_DISPUTE', to) ? ['IN_DISPUTE', to] : []
}

/**
 * Changes the status of a chargeback and records the change for the statistics. When the merchant's answer caused the
 * status, the trail names the person or program that answered.
 */
export async function changeChargeback(
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  before: Locked<StoredChargeback>,
  status: ChargebackStatus,
): Promise<Locked<StoredChargeback>> {
  const asker = await askerOf(trx, before, status)
  if (asker) await actAs(trx, asker)
  await trx.updateTable('chargeback').set({ status }).where(isRow(before)).execute()
  if (asker) await actAs(trx, engineActor(before.merchant_id, 'processor'))
  const after = { ...before, status }
  await recordDeltas(trx, [
    followUpDelta('chargeback', transaction, before, -1),
    followUpDelta('chargeback', transaction, after, 1),
  ])
  return after
}

/** Writes down what a processor says of the merchant's answer. */
export async function applyAnswer(
  trx: Trx,
  { operation, transaction, chargeback: before, processor }: LockedChargeback,
  outcome: ChargebackOutcome,
  now: Date,
): Promise<Applied> {
  if (outcome.status === 'PENDING') return { isOver: before.status !== 'OPEN' }
  if (outcome.status !== 'FAILED') {
    // The chargeback has gone on since the answer, so the outcome of the answer does not change it.
    if (before.status === 'OPEN') await changeChargeback(trx, transaction, before, outcome.status)
    if (outcome.status !== 'LOST' || before.status !== 'WON') return { isOver: true }
    const said = {
      ...{ merchant_id: operation.merchant_id, processor, kind: 'answer' as const, about: operation.id, transaction },
      ...{ operation: operation.id, we_say: before.status, they_say: outcome.status, our_amount: before.amount },
    }
    return { isOver: true, contradiction: await recordContradiction(trx, said, now) }
  }
  // The failed answer is removed, so that the merchant can answer again before the last day.
  if (before.status === 'OPEN') {
    const status_reason = processorText(outcome.reason)
    const unanswered = { answer: null, answered_at: null, answered_by: null, status_reason }
    await trx.updateTable('chargeback').set(unanswered).where(isRow(before)).execute()
  }
  return { isOver: true }
}

const statusOfAnswer: Readonly<Record<ChargebackAnswer, ChargebackStatus>> = { ACCEPT: 'LOST', DISPUTE: 'IN_DISPUTE' }

async function askerOf(trx: Trx, before: StoredChargeback, status: ChargebackStatus) {
  if (before.status !== 'OPEN' || before.answer === null || statusOfAnswer[before.answer] !== status) return undefined
  const job = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', before.merchant_id)
    .where('chargeback_id', '=', before.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  const operation = job && readOperation(job)
  return operation && 'asked_by' in operation.payload ? operation.payload.asked_by : undefined
}

const isRow =
  (row: { merchant_id: string; created_at: string; id: string }) =>
  // The condition names the whole key, as every change of one row does.
  ({ and, eb }: ExpressionBuilder<DB, 'chargeback'>) =>
    and([eb('merchant_id', '=', row.merchant_id), eb('created_at', '=', row.created_at), eb('id', '=', row.id)])
