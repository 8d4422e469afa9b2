import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/**
 * The node of a tree to which something will belong, and its merchant. Refused as not found at `field` when the actor may not see
 * it, or it is of another merchant than `of`.
 */
export async function visibleOrganisation(
  trx: Trx,
  actor: Actor,
  id: string,
  { field = 'body.organisation', of }: { field?: string; of?: string | null | undefined } = {},
): Promise<{ id: string; merchant: string }> {
  const found = await trx
    .selectFrom('organisation')
    .select(['id', 'merchant_id as merchant'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    .executeTakeFirst()
  if (!found || (of !== undefined && of !== found.merchant))
    throw new Refusal('invalid_request', { [field]: 'not_found' })
  return found
}

/** The uppermost node that the actor sees. Refused for an actor who sees every merchant and must therefore name one. */
export async function ownOrganisation(trx: Trx, actor: Actor): Promise<{ id: string; merchant: string }> {
  const own =
    actor.scope.merchant &&
    (await trx
      .selectFrom('organisation')
      .select(['id', 'merchant_id as merchant'])
      .where(visibleTo(actor, 'organisation', 'organisation.id'))
      .orderBy('depth')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst())
  if (!own) throw new Refusal('invalid_request', { 'body.organisation': 'required' })
  return own
}
