import type { ReadBody } from '@kontor/contract/endpoint'
import type { approvePaymentOrderEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeOrder, lockOrder, requirePayable } from './locked-payment-order.ts'

/** Approves an order by the sum of its file. Another person made it. */
export async function approvePaymentOrder(
  trx: Trx,
  actor: Actor,
  id: string,
  { sha256 }: ReadBody<typeof approvePaymentOrderEndpoint>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(trx, id)
  if (order.status !== 'CREATED') throw new Refusal('payment_order_not_created', { status: order.status })
  if (actor.id === null || actor.id === order.created_by_id) throw new Refusal('same_person')
  if (sha256 !== order.sha256) throw new Refusal('order_changed')
  await requirePayable(trx, order)
  await changeOrder(trx, order, {
    ...{ status: 'APPROVED', approved_by: actor.name, approved_by_id: actor.id, approved_at: now.toISOString() },
  })
}
