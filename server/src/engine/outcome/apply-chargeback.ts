import { type ChargebackStatus, chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import { isFinal } from '@kontor/contract/statuses/transitions'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ReportedChargeback } from '../../processors/gateway.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import { isEndedByPerson, recordContradiction, withdrawContradictions } from '../contradictions/record-contradiction.ts'
import type { PaymentOperation } from '../outbox/operation.ts'
import { noteAfterwards } from '../outbox/outbox.ts'
import { isSuperseded, type LockedPayment } from '../outbox/subject.ts'
import { processorText } from '../records/processor-text.ts'
import { followUpDelta, recordDeltas } from '../records/statistics-delta.ts'
import { leftToChargeBack, lockChargebackOfProcessor } from '../records/stored-chargeback.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { changeChargeback, stepsToStatus } from './change-chargeback.ts'

/**
 * Opens the chargeback that the payment's processor reports, or changes the status of a known one. One of other money, or of more
 * than the payment took and other chargebacks have left, one about which a person has decided, a known one with another amount, one
 * at a processor that no longer has the payment, and another end than the one it had are recorded as contradictions.
 */
export async function applyChargeback(
  trx: Trx,
  operation: PaymentOperation,
  payment: Pick<LockedPayment, 'transaction' | 'processor'>,
  reported: ReportedChargeback,
  now: Date,
): Promise<Contradiction | undefined> {
  const { transaction, processor } = payment
  if (reported.opens === false && !(await lockChargebackOfProcessor(trx, processor, reported.id))) return undefined
  const superseded = isSuperseded(payment)
  if (superseded) await noteAfterwards(trx, operation, `after its end: chargeback ${reported.status}`)
  const contradicts = (we_say: string, our_amount = transaction.amount) => {
    const { money, status, id } = reported
    return recordContradiction(
      trx,
      {
        ...{ merchant_id: transaction.merchant_id, processor, kind: 'chargeback', about: id, external: id },
        ...{ transaction, operation: operation.id, superseded, they_say: status, our_amount },
        their: money,
        we_say,
      },
      now,
    )
  }
  if (superseded || !isOfItsMoney(transaction, reported))
    return contradicts(superseded ? 'REFUSED' : transaction.status)
  const before = await lockChargebackOfProcessor(trx, processor, reported.id)
  if (!before) {
    const about = { merchant_id: transaction.merchant_id, processor, about: reported.id }
    // The person who ended it may have settled it with the shop: a booking would take the money twice.
    if (await isEndedByPerson(trx, about)) return contradicts(transaction.status, 0)
    const left = await leftToChargeBack(trx, transaction)
    const isBeyond = reported.money.amount > left
    if (isBeyond && takesMoney(reported.status)) return contradicts(transaction.status, left)
    await withdrawContradictions(trx, about)
    if (isBeyond) return undefined
    await openChargeback(trx, payment, reported, now)
  }
  if (before?.transaction_id !== transaction.id) return undefined
  // What comes back of one that is won is its whole amount.
  if (reported.money.amount !== before.amount) return contradicts(before.status, before.amount)
  const steps = stepsToStatus(before.status, reported.status)
  // A final word after another one, such as a second chargeback after one that was won.
  const isOtherEnd = before.status !== reported.status && isFinal(chargebackTransitions, reported.status)
  if (steps.length === 0 && isOtherEnd) return contradicts(before.status, before.amount)
  let current = before
  for (const next of steps) current = await changeChargeback(trx, transaction, current, next)
  return undefined
}

/** False: the money stays where it is, or came back. */
const takesMoney = (status: ChargebackStatus) => status !== 'WON' && status !== 'CANCELLED'

const isOfItsMoney = (transaction: StoredTransaction, { money: { amount, currency_code } }: ReportedChargeback) =>
  currency_code === transaction.currency_code && amount > 0

async function openChargeback(
  trx: Trx,
  { transaction, processor }: Pick<LockedPayment, 'transaction' | 'processor'>,
  reported: ReportedChargeback,
  now: Date,
): Promise<void> {
  const values = {
    merchant_id: transaction.merchant_id,
    ...newId(reported.opened_at === undefined ? now : new Date(reported.opened_at)),
    amount: reported.money.amount,
    status: reported.status,
  }
  await trx
    .insertInto('chargeback')
    .values({
      ...values,
      organisation_id: transaction.organisation_id,
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      processor_id: processor,
      reason: processorText(reported.reason),
      reason_code: processorText(reported.reason_code),
      respond_by: reported.respond_by?.slice(0, 10) ?? null,
      processor_id_external: reported.id,
    })
    .execute()
  await recordDeltas(trx, [followUpDelta('chargeback', transaction, values, 1)])
}
