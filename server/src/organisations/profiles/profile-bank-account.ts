import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/**
 * The account to which a shop is to be paid, which nobody disables until the transaction ends. Only a verified account is chosen, by a
 * person who has just shown a second factor: this decides where money goes. Locked before the profile, in the order of all who
 * lock both.
 */
export async function payableAccount(trx: Trx, actor: Actor, id: string): Promise<{ id: string; merchant_id: string }> {
  requireFreshPerson(actor)
  const found = await trx
    .selectFrom('bank_account')
    .select(['id', 'merchant_id', 'status'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'bank_account'))
    .forShare()
    .executeTakeFirst()
  if (!found) throw accountNotFound()
  if (found.status !== 'VERIFIED')
    throw new Refusal('bank_account_not_verified', { 'body.bank_account': 'not_verified' })
  return found
}

/** An account of another merchant is as little there as one that does not exist. */
export const accountNotFound = () => new Refusal('invalid_request', { 'body.bank_account': 'not_found' })

/** No program decides where money goes, and no session that somebody left open. */
export function requireFreshPerson(actor: Actor): void {
  if (actor.kind !== 'user') throw new Refusal('forbidden', { bank_account: 'person_only' })
  if (!actor.hasFreshFactor) throw new Refusal('fresh_factor_needed')
}
