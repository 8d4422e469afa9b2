import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

/** The terminal that a payment names. Refused unless it is active and belongs to the shop that is paid. */
export async function terminalFor(
  trx: Trx,
  actor: Actor,
  profile: { merchant_id: string; id: string },
  id: string,
): Promise<string> {
  const found = await trx
    .selectFrom('terminal')
    .select(['id', 'status', 'payment_profile_id'])
    .where('merchant_id', '=', profile.merchant_id)
    .where('id', '=', id)
    .where(visibleTo(actor, 'terminal'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.terminal': 'not_found' })
  if (found.status !== 'ACTIVE') throw new Refusal('terminal_inactive')
  if (found.payment_profile_id !== null && found.payment_profile_id !== profile.id)
    throw new Refusal('invalid_request', { 'body.terminal': 'of_another_profile' })
  return found.id
}

/** Records that a terminal was used for a payment. Of two payments at once, the later one is its last. */
export async function noteTerminalPayment(
  trx: Trx,
  terminal: string,
  payment: { merchant_id: string; id: string; created_at: string },
): Promise<void> {
  const { merchant_id, id, created_at } = payment
  await trx
    .updateTable('terminal')
    .set({
      last_seen_at: sql<string>`greatest(last_seen_at, ${created_at}::timestamptz)`,
      last_transaction_at: created_at,
      last_transaction_id: id,
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', terminal)
    .where((eb) => eb.or([eb('last_transaction_at', 'is', null), eb('last_transaction_at', '<=', created_at)]))
    .execute()
}
