import { type ChargebackStatus, chargebackTransitions } from '@kontor/contract/payments/chargeback.rules'
import { Refusal } from '@kontor/contract/refusal'
import { maySucceed } from '@kontor/contract/transitions'
import { engineActor } from '../platform/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { connectAll } from '../processors/connections.ts'
import { type GatewayNotification, NotificationRefused } from '../processors/gateway.ts'
import { applyPaymentOutcome, applyRefundOutcome } from './apply-outcome.ts'
import { findLocked, type LockedTransaction } from './locked-transaction.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'

export interface Received {
  merchant: string
  headers: Record<string, string>
  body: string
}

/** Takes in what a processor reports: verified, once per id, and never backwards. */
export async function receiveNotification(
  databases: Databases,
  masterKey: string,
  received: Received,
  now: Date,
): Promise<void> {
  const { merchant } = received
  await inTransaction(databases, engineActor(merchant, 'processor'), async (trx) => {
    const { processor, notification } = await verified(trx, masterKey, received)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('processor_notification')
      .values({ merchant_id: merchant, processor_id: processor, id: notification.id, kind: notification.kind })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) await apply(trx, merchant, notification, now)
  })
}

async function verified(
  trx: Trx,
  masterKey: string,
  { merchant, headers, body }: Received,
): Promise<{ processor: string; notification: GatewayNotification }> {
  for (const { processor, gateway, connection } of await connectAll(trx, masterKey, merchant)) {
    try {
      return { processor, notification: gateway.readNotification(connection, headers, body) }
    } catch (error) {
      if (!(error instanceof NotificationRefused)) throw error
    }
  }
  throw new Refusal('notification_refused')
}

async function apply(trx: Trx, merchant: string, notification: GatewayNotification, now: Date): Promise<void> {
  const subject = await subjectOf(trx, merchant, notification)
  // Not ours, or not one that we know: taken note of, so that it is not sent for ever.
  if (!subject) return
  const { transaction, refund } = subject
  if (notification.kind === 'payment') {
    if (!isOfAnotherOperation(subject.topic, transaction, notification.outcome.status)) {
      await applyPaymentOutcome(trx, transaction, notification.outcome)
    }
  }
  if (notification.kind === 'refund') await applyRefundOutcome(trx, transaction, refund ?? '', notification.outcome)
  if (notification.kind === 'chargeback') await applyChargeback(trx, transaction, notification, now)
}

interface Notified {
  transaction: LockedTransaction
  topic: string
  refund: string | null
}

/** A capture or void that came to nothing is not a payment that failed: what was authorized stands. */
const isOfAnotherOperation = (topic: string, transaction: LockedTransaction, status: string): boolean =>
  topic !== 'processor.authorize' &&
  ['FAILED', 'DECLINED', 'CANCELLED'].includes(status) &&
  !(topic === 'processor.capture' && transaction.status === 'SETTLEMENT_REQUESTED')

async function subjectOf(trx: Trx, merchant: string, notification: GatewayNotification): Promise<Notified | undefined> {
  const actor = engineActor(merchant, 'processor')
  const { reference } = notification
  if (!/^[0-9a-f-]{36}$/i.test(reference)) return undefined
  // A payment is known by the transaction's id; a refund, capture or void by the job's.
  const direct = notification.kind === 'refund' ? undefined : await findLocked(trx, actor, reference)
  if (direct) return { transaction: direct, topic: 'processor.authorize', refund: null }
  const job = await trx
    .selectFrom('outbox')
    .select(['transaction_id', 'refund_id', 'topic'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', reference)
    .executeTakeFirst()
  const transaction = job && (await findLocked(trx, actor, job.transaction_id))
  return transaction && { transaction, topic: job.topic, refund: job.refund_id }
}

type ChargebackNotification = Extract<GatewayNotification, { kind: 'chargeback' }>

async function applyChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  if (!transaction.processor_id || notification.currency_code !== transaction.currency_code) return
  const before = await trx
    .selectFrom('chargeback')
    .select(['merchant_id', 'created_at', 'id', 'status', 'amount'])
    .where('processor_id', '=', transaction.processor_id)
    .where('processor_id_external', '=', notification.processor_id_external)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return openChargeback(trx, transaction, transaction.processor_id, notification, now)
  // A CHECK keeps the column to these values.
  if (!maySucceed(chargebackTransitions, before.status as ChargebackStatus, notification.status)) return
  await trx
    .updateTable('chargeback')
    .set({ status: notification.status })
    .where('merchant_id', '=', before.merchant_id)
    .where('created_at', '=', before.created_at)
    .where('id', '=', before.id)
    .execute()
  await recordDeltas(trx, [
    followUpDelta('chargeback', transaction, before, -1),
    followUpDelta('chargeback', transaction, { ...before, status: notification.status }, 1),
  ])
}

async function openChargeback(
  trx: Trx,
  transaction: LockedTransaction,
  processor: string,
  notification: ChargebackNotification,
  now: Date,
): Promise<void> {
  const values = {
    merchant_id: transaction.merchant_id,
    ...newId(now),
    amount: notification.amount,
    status: notification.status,
  }
  await trx
    .insertInto('chargeback')
    .values({
      ...values,
      organisation_id: transaction.organisation_id,
      transaction_created_at: transaction.created_at,
      transaction_id: transaction.id,
      processor_id: processor,
      reason: notification.reason,
      reason_code: notification.reason_code,
      respond_by: notification.respond_by?.slice(0, 10) ?? null,
      processor_id_external: notification.processor_id_external,
    })
    .execute()
  await recordDeltas(trx, [followUpDelta('chargeback', transaction, values, 1)])
}
