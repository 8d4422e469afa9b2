import { isApproved } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { gatewayNamed } from '../../processors/gateways.ts'
import { beginCancellation, isBeingCancelled } from '../outbox/cancellation.ts'
import { type PaymentOutcome, refusalOf } from '../outbox/found.ts'
import { noteAfterwards } from '../outbox/outbox.ts'
import type { LockedPayment } from '../outbox/subject.ts'
import { type Contradiction, contradictPayment } from './contradiction.ts'
import { withdrawContradictions } from './record-contradiction.ts'

/**
 * Keeps the report of a processor that no longer has the payment: beside the tries of its job, and as a contradiction when it
 * reports money, which it is then told to release. The payment does not change.
 */
export async function noteLateReport(
  trx: Trx,
  subject: LockedPayment,
  outcome: PaymentOutcome,
  now: Date,
): Promise<Contradiction | undefined> {
  const { status } = outcome
  await noteAfterwards(trx, subject.operation, `after its end: ${status}`)
  if (refusalOf(status) === undefined) {
    const said = { kind: 'payment' as const, we_say: await stateOf(trx, subject), they_say: status, superseded: true }
    const contradiction = await contradictPayment(trx, subject, said, now)
    if (contradiction && isApproved(status)) await releaseAtOnce(trx, subject, now)
    return contradiction
  }
  // A refusal may be the first one, told late. Only what says that the money was taken back ends a report of money.
  const { operation, processor } = subject
  if ('undone' in outcome && outcome.undone)
    await withdrawContradictions(trx, { merchant_id: operation.merchant_id, processor, about: operation.id })
  return undefined
}

/** The state in which the attempt at this processor ended. */
async function stateOf(trx: Trx, { transaction, operation }: LockedPayment): Promise<string> {
  const found = await trx
    .selectFrom('payment_attempt')
    .select('state')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_created_at', '=', transaction.created_at)
    .where('transaction_id', '=', transaction.id)
    .where('id', '=', operation.id)
    .executeTakeFirst()
  return found?.state ?? 'REFUSED'
}

/**
 * Cancels by our reference what a processor took that no longer has the payment, where its gateway takes such an order. While another
 * attempt is being cancelled, only the contradiction tells of it.
 */
async function releaseAtOnce(trx: Trx, { operation, processor }: LockedPayment, now: Date): Promise<void> {
  if (operation.topic !== 'processor.authorize') return
  const { gateway } = await trx
    .selectFrom('processor')
    .select('gateway')
    .where('merchant_id', '=', operation.merchant_id)
    .where('id', '=', processor)
    .executeTakeFirstOrThrow()
  const { cancelReference, manifest } = gatewayNamed(gateway)
  if (!cancelReference || (await isBeingCancelled(trx, operation))) return
  await beginCancellation(trx, operation, undefined, now, { bars_later: manifest.bars_references === true })
}
