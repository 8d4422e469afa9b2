import { Refusal } from '@kontor/contract/refusal'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { connectAll, type GatewaySettings } from '../processors/connections.ts'
import { type GatewayNotification, NotificationRefused } from '../processors/gateway.ts'
import { applyChargeback } from './apply-chargeback.ts'
import { applyOutcome } from './apply-outcome.ts'
import { type LockedSubject, lockSubject } from './locked-subject.ts'
import { isAbout, type Operation } from './operation.ts'
import { closeJob } from './outbox.ts'

export interface Received {
  merchant: string
  headers: Record<string, string>
  body: string
}

/** Takes in what a processor reports: verified, once per id, and never backwards. */
export async function receiveNotification(
  databases: Databases,
  gateways: GatewaySettings,
  received: Received,
  now: Date,
): Promise<void> {
  const { merchant } = received
  await inTransaction(databases, engineActor(merchant, 'processor'), async (trx) => {
    const { processors, notification } = await verified(trx, gateways, received)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('processor_notification')
      .values({ merchant_id: merchant, processor_id: processors[0], id: notification.id, kind: notification.kind })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) await apply(trx, merchant, processors, notification, now)
  })
}

/** The processors whose secret it was signed with: several, when a merchant has them at one account. */
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

async function apply(
  trx: Trx,
  merchant: string,
  processors: readonly string[],
  notification: GatewayNotification,
  now: Date,
): Promise<void> {
  const subject = await subjectOf(trx, merchant, notification)
  // Not ours, not one that we know, or another processor's: taken note of, so that it is not sent for ever.
  if (!subject?.transaction.processor_id || !processors.includes(subject.transaction.processor_id)) return
  const { transaction, refund, operation } = subject
  if (notification.kind === 'chargeback') return applyChargeback(trx, transaction, notification, now)
  if (!isAbout(notification, operation, transaction, refund)) return
  const isOver = await applyOutcome(trx, operation, subject, notification, now)
  // Whoever comes next need not wait until the job asks for itself.
  if (isOver && !operation.done_at)
    await closeJob(trx, { merchant_id: merchant, id: notification.reference }, 'settled by notification')
}

interface Notified extends LockedSubject {
  operation: Operation & { done_at: string | null }
}

/** A refund, capture or void is known by its job; a payment by its own id, also one from before the outbox. */
async function subjectOf(
  trx: Trx,
  merchant: string,
  { kind, reference }: GatewayNotification,
): Promise<Notified | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference)) return undefined
  const job = await trx
    .selectFrom('outbox')
    .select(['id', 'transaction_id', 'refund_id', 'chargeback_id', 'topic', 'payload', 'done_at'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', reference)
    .executeTakeFirst()
  const { transaction_id = reference } = job ?? {}
  // Of a card nothing is reported.
  if (transaction_id === null) return undefined
  const payment = {
    topic: 'processor.authorize',
    payload: {},
    refund_id: null,
    chargeback_id: null,
    done_at: null,
  }
  const operation = { ...(job ?? { id: reference, ...payment }), transaction_id }
  // A chargeback is of the whole payment, whatever it refers to.
  const of = kind === 'chargeback' ? { ...operation, refund_id: null, chargeback_id: null } : operation
  const subject = await lockSubject(trx, engineActor(merchant, 'processor'), of)
  return subject && { ...subject, operation }
}
