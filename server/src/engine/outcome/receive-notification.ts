import { Refusal } from '@kontor/contract/refusal'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/ids.ts'
import { connectAll, type GatewaySettings } from '../../processors/connections.ts'
import { type Notification, NotificationRefused } from '../../processors/gateway.ts'
import { foundIn } from '../outbox/found.ts'
import { type PaymentOperation, readOperation } from '../outbox/operation.ts'
import { closeJob, noteAfterwards } from '../outbox/outbox.ts'
import { isAbout, isSuperseded, lockPayment, lockSubject } from '../outbox/subject.ts'
import { applyChargeback } from './apply-chargeback.ts'
import { applyOutcome } from './apply-outcome.ts'
import { type Contradiction, contradictionOf } from './contradiction.ts'

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
    const { processors, notifications } = await verified(trx, gateways, received)
    let contradiction: Contradiction | undefined
    for (const notification of notifications)
      contradiction ??= await receiveOne(trx, { merchant, processors, notification }, now)
    return contradiction
  }
  return inTransaction(databases, engineActor(merchant, 'processor'), receive, { plans: 'repeated' })
}

interface One {
  merchant: string
  /** The processors that may have signed the notification. */
  processors: readonly [string, ...string[]]
  notification: Notification
}

async function receiveOne(trx: Trx, one: One, now: Date): Promise<Contradiction | undefined> {
  const { merchant, processors, notification } = one
  const kind = notification.about === 'operation' ? notification.report.operation : notification.about
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('processor_notification')
    .values({ merchant_id: merchant, processor_id: processors[0], id: notification.id, kind })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return undefined
  const reference = referenceIn(notification)
  const told = reference === undefined ? undefined : await findOperation(trx, merchant, reference)
  return told && (await apply(trx, { ...told, processors, notification }, now))
}

function referenceIn(notification: Notification): string | undefined {
  if (notification.about === 'operation') return notification.report.reference
  return notification.about === 'chargeback' ? notification.chargeback.reference : undefined
}

/** The processors with whose secret the notification was signed. Processors of one account share a secret. */
async function verified(
  trx: Trx,
  gateways: GatewaySettings,
  { merchant, headers, body }: Received,
): Promise<{ processors: [string, ...string[]]; notifications: Notification[] }> {
  const read = (await connectAll(trx, gateways, merchant)).flatMap(({ processor, gateway, connection }) => {
    try {
      return [{ processor, notifications: gateway.readNotification(connection, { headers, body }) }]
    } catch (error) {
      if (error instanceof NotificationRefused) return []
      throw error
    }
  })
  const [first, ...others] = read
  if (!first) throw new Refusal('notification_refused')
  const processors: [string, ...string[]] = [first.processor, ...others.map((each) => each.processor)]
  return { processors, notifications: first.notifications }
}

interface Told {
  operation: PaymentOperation
  /** True: the operation has no open job. */
  isDone: boolean
}

interface Reported extends Told {
  /** The processors that may have signed the notification. */
  processors: readonly string[]
  notification: Notification
}

/** Applies a notification. It is ignored unless it comes from the processor that was asked under its reference. */
async function apply(trx: Trx, reported: Reported, now: Date): Promise<Contradiction | undefined> {
  const { operation, isDone, processors, notification } = reported
  if (notification.about === 'chargeback') {
    const { chargeback } = notification
    const payment = await lockPayment(trx, operation)
    if (!payment || !processors.includes(payment.processor)) return undefined
    if (!isSuperseded(payment)) await applyChargeback(trx, payment, chargeback, now)
    else await noteAfterwards(trx, operation, `after its end: chargeback ${chargeback.status}`)
    return contradictionOf({ operation, ...payment }, { kind: 'chargeback', status: chargeback.status })
  }
  if (notification.about !== 'operation') return undefined
  const found = foundIn(notification.report)
  const subject = await lockSubject(trx, operation)
  if (!subject || !processors.includes(subject.processor) || !isAbout(found, subject)) return undefined
  const isOver = await applyOutcome(trx, subject, found, now)
  // The job is closed now, so that the next command on the payment need not wait for its next try.
  if (isOver && !isDone) await closeJob(trx, operation, 'settled by notification')
  return contradictionOf(subject, { kind: found.kind, status: found.outcome.status })
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
