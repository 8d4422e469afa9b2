import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { previewProviderAccessEndpoint } from '@kontor/contract/identity/preview/access-preview.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { accessOf, type House } from './access-of.ts'
import { asActor, storedPerson } from './previewed-person.ts'

/** The same for the provider's staff, who see every merchant. */
export async function previewProviderAccess(
  actor: Actor,
  { draft, user }: ReadBody<typeof previewProviderAccessEndpoint>,
  house: House,
): Promise<ReplyOf<typeof previewProviderAccessEndpoint>> {
  const { databases } = house
  const of = async (person: Parameters<typeof asActor>[2]) =>
    accessOf(house, actor, await asActor(databases, actor, person))
  const today = user === undefined ? null : await of(await storedPerson(databases, actor, user, 'provider'))
  const nobody = { id: null, name: actor.name, merchant: null, organisation: null }
  const drafted = draft ? await of({ ...nobody, roles: draft.roles }) : today
  if (!drafted) throw new Refusal('invalid_request', { 'body.draft': 'required' })
  return { draft: drafted, today }
}
