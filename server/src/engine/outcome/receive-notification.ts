import { Refusal } from '@kontor/contract/refusal'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { connectAll, type GatewaySettings } from '../../processors/connections.ts'
import { type GatewayNotification, NotificationRefused } from '../../processors/gateway.ts'
import { type PaymentOperation, readOperation } from '../outbox/operation.ts'
import { closeJob } from '../outbox/outbox.ts'
import { isAbout, lockPayment, lockSubject } from '../outbox/subject.ts'
import { applyChargeback } from './apply-chargeback.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { Contradiction } from './contradiction.ts'

export interface Received {
  merchant: string
  headers: Record<string, string>
  body: string
}

/**
 * Applies a processor's notification: it is verified, applied once per id, and never moves a status back. Returns a
 * contradiction.
 */
export async function receiveNotification(
  databases: Databases,
  gateways: GatewaySettings,
  received: Received,
  now: Date,
): Promise<Contradiction | undefined> {
  const { merchant } = received
  const receive = async (trx: Trx) => {
    const { processors, notification } = await verified(trx, gateways, received)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('processor_notification')
      .values({ merchant_id: merchant, processor_id: processors[0], id: notification.id, kind: notification.kind })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return undefined
    const told = await findOperation(trx, merchant, notification.reference)
    return told && (await apply(trx, { ...told, processors, notification }, now))
  }
  return inTransaction(databases, engineActor(merchant, 'processor'), receive, { plans: 'repeated' })
}

/** The processors with whose secret the notification was signed. Processors of one account share a secret. */
async function verified(
  trx: Trx,
  gateways: GatewaySettings,
  { merchant, headers, body }: Received,
): Promise<{ processors: [string, ...string[]]; notification: GatewayNotification }> {
  const read = (await connectAll(trx, gateways, merchant)).flatMap(({ processor, gateway, connection }) => {
    try {
      return [{ processor, notification: gateway.readNotification(connection, headers, body) }]
    } catch (error) {
      if (error instanceof NotificationRefused) return []
      throw error
    }
  })
  const [first, ...others] = read
  if (!first) throw new Refusal('notification_refused')
  return { processors: [first.processor, ...others.map((each) => each.processor)], notification: first.notification }
}

interface Told {
  operation: PaymentOperation
  /** True: the operation has no open job. */
  isDone: boolean
}

interface Reported extends Told {
  /** The processors that may have signed the notification. */
  processors: readonly string[]
  notification: GatewayNotification
}

/** Applies a notification. It is ignored unless it comes from the processor that was asked under its reference. */
async function apply(trx: Trx, reported: Reported, now: Date): Promise<Contradiction | undefined> {
  const { operation, isDone, processors, notification } = reported
  if (notification.kind === 'chargeback') {
    const payment = await lockPayment(trx, operation)
    if (!payment || !processors.includes(payment.processor)) return undefined
    return applyChargeback(trx, operation, payment, notification, now)
  }
  const subject = await lockSubject(trx, operation)
  if (!subject || !processors.includes(subject.processor) || !isAbout(notification, subject)) return undefined
  const { isOver, contradiction } = await applyOutcome(trx, subject, notification, now)
  // The job is closed now, so that the next command on the payment need not wait for its next try.
  if (isOver && !isDone) await closeJob(trx, operation, 'settled by notification')
  return contradiction
}

/**
 * Finds an operation by its reference, which is the id of its job. Payments from before the outbox have no job: theirs is
 * the payment's id.
 */
async function findOperation(trx: Trx, merchant_id: string, reference: string): Promise<Told | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)) return undefined
  const job = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', reference)
    .executeTakeFirst()
  if (job) {
    const operation = readOperation(job)
    // Processors send no notifications about stored cards.
    return operation.topic === 'processor.revoke_card' ? undefined : { operation, isDone: job.done_at !== null }
  }
  const transaction_created_at = instantOf(reference)
  if (transaction_created_at === undefined) return undefined
  const id = reference.toLowerCase()
  const payment = { merchant_id, id, transaction_id: id, transaction_created_at }
  return { operation: { ...payment, topic: 'processor.authorize', payload: { capture: true } }, isDone: true }
}
