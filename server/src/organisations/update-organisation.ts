import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateOrganisationEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockTreeFor, refuseMisplaced, seenOrganisation, visibleParent } from './organisation-tree.ts'
import { takingRulesetsAlong } from './rulesets-left-behind.ts'

type Input = ReadBody<typeof updateOrganisationEndpoint>

/**
 * Changes what is given of an organisation. With another parent everything below it moves too, and
 * with it what users see.
 */
export async function updateOrganisation(
  trx: Trx,
  actor: Actor,
  id: string,
  { parent, ...values }: Input,
): Promise<void> {
  const { merchant } = await seenOrganisation(trx, actor, id)
  const present = await lockTreeFor(trx, actor, merchant)
  const found = await seenOrganisation(trx, present, id)
  if (found.parent === null) refuseAnotherMerchant(found.name, parent, values.name)
  else if (parent === null) throw new Refusal('invalid_request', { 'body.parent': 'required' })
  const moves = parent !== undefined && parent !== null && parent !== found.parent
  if (moves && (await visibleParent(trx, present, parent)).merchant !== merchant)
    throw new Refusal('invalid_request', { 'body.parent': 'not_found' })
  const changes = {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    ...(moves ? { parent_id: parent } : {}),
  }
  if (Object.keys(changes).length === 0) return
  const write = () =>
    trx
      .updateTable('organisation')
      .set(changes)
      .where('merchant_id', '=', merchant)
      .where('id', '=', id)
      .execute()
      .catch(refuseMisplaced)
  await (moves ? takingRulesetsAlong(trx, present, merchant, write) : write())
}

/** The root is the merchant itself: it stays where it is, and its name is the merchant's, which the provider changes. */
function refuseAnotherMerchant(known: string, parent: string | null | undefined, name?: string): void {
  if (typeof parent === 'string') throw new Refusal('invalid_request', { 'body.parent': 'root_stays' })
  if (name !== undefined && name !== known) throw new Refusal('invalid_request', { 'body.name': 'name_of_merchant' })
}
