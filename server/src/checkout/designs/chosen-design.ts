import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/**
 * The chosen design of a link or plan of the merchant, locked against deletion. The present design may stay, even if
 * the actor cannot see it.
 */
export async function chosenDesign(
  trx: Trx,
  actor: Actor,
  merchant: string,
  id: string | null | undefined,
  before: string | null = null,
): Promise<string | null> {
  if (!id) return null
  if (id === before) return id
  const design = await trx
    .selectFrom('checkout')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'checkout'))
    .forKeyShare()
    .executeTakeFirst()
  if (!design) throw new Refusal('invalid_request', { 'body.checkout': 'not_found' })
  return design.id
}
