import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTreeFor, moveEnded, organisationHoldersOf, seenOrganisation } from './organisation-tree.ts'
import { heldDetails, shownHolders } from './shown-holders.ts'

/** Deletes an organisation to which nothing but history belongs. The refusal names what belongs to it. */
export async function deleteOrganisation(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant, parent } = await seenOrganisation(trx, actor, id)
  if (parent === null) throw new Refusal('organisation_is_merchant')
  await seenOrganisation(trx, await lockTreeFor(trx, actor, merchant), id)
  const holders = await organisationHoldersOf(trx, merchant, id)
  if (holders.length > 0) throw new Refusal('organisation_in_use', heldDetails(shownHolders(actor, holders)))
  await moveEnded(trx, merchant, id, parent)
  await trx.deleteFrom('organisation').where('merchant_id', '=', merchant).where('id', '=', id).execute()
}
