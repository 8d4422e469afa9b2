import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { previewAccessEndpoint } from '@kontor/contract/identity/preview/access-preview.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { accessOf, type House } from './access-of.ts'
import { asActor, draftedPerson, storedPerson } from './previewed-person.ts'

/** What a merchant's user would see with the drafted roles, beside what the named user sees today. */
export async function previewAccess(
  actor: Actor,
  { draft, user }: ReadBody<typeof previewAccessEndpoint>,
  house: House,
): Promise<ReplyOf<typeof previewAccessEndpoint>> {
  const { databases } = house
  const of = async (person: Parameters<typeof asActor>[2]) =>
    accessOf(house, actor, await asActor(databases, actor, person))
  const today = user === undefined ? null : await of(await storedPerson(databases, actor, user, 'merchant'))
  const drafted = draft ? await of(await draftedPerson(databases, actor, draft)) : today
  if (!drafted) throw new Refusal('invalid_request', { 'body.draft': 'required' })
  return { draft: drafted, today }
}
