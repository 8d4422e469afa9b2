import type { ReadBody } from '@kontor/contract/endpoint'
import type { withdrawPaymentOrderEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeOrder, lockOrder } from './locked-payment-order.ts'

/** Withdraws an order of which the bank has carried out nothing. Its payouts can be ordered again. */
export async function withdrawPaymentOrder(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof withdrawPaymentOrderEndpoint>,
): Promise<void> {
  const order = await lockOrder(trx, id)
  if (!['CREATED', 'APPROVED', 'EXPORTED'].includes(order.status))
    throw new Refusal('payment_order_over', { status: order.status })
  await sql`update payout set status = 'APPROVED', payment_order_id = null
    where payment_order_id = ${id} and status in ('APPROVED', 'EXPORTED')`.execute(trx)
  await changeOrder(trx, order, {
    status: 'WITHDRAWN',
    withdrawn_by: actor.name ?? '',
    withdrawal_reason: reason.trim(),
  })
}
