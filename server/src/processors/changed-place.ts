import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { requireProcessorUser } from './users/require-processor-user.ts'

interface Placed {
  merchant_id: string
  organisation_id: string
  user_id: string | null
}

/** What changes of a connection when it moves or gets another user. One that moves needs a user who sees where it moves to. */
export async function changedPlace(
  trx: Trx,
  actor: Actor,
  found: Placed,
  { organisation, user }: { organisation?: string | undefined; user?: string | undefined },
): Promise<{ organisation_id?: string; user_id?: string }> {
  const moves = organisation !== undefined && organisation !== found.organisation_id
  if (moves && (await visibleOrganisation(trx, actor, organisation)).merchant !== found.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  const place = { id: organisation ?? found.organisation_id, merchant: found.merchant_id }
  const chosen = user ?? found.user_id
  if (moves && !chosen) throw new Refusal('invalid_request', { 'body.user': 'required' })
  if (chosen && (moves || user !== undefined)) await requireProcessorUser(trx, place, chosen)
  return { ...(moves ? { organisation_id: place.id } : {}), ...(user ? { user_id: user } : {}) }
}
