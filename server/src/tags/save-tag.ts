import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createTagEndpoint, updateTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { ownOrganisation, visibleOrganisation } from '../organisations/visible-organisation.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'

export async function createTag(
  trx: Trx,
  actor: Actor,
  { organisation, ...look }: ReadBody<typeof createTagEndpoint>,
  now: Date,
): Promise<string> {
  const of = organisation ? await visibleOrganisation(trx, actor, organisation) : await ownOrganisation(trx, actor)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('tag')
    .values({ ...(await valuesOf(trx, look)), merchant_id: of.merchant, id, created_at, organisation_id: of.id })
    .execute()
    .catch(refuseTakenText)
  return id
}

export async function updateTag(
  trx: Trx,
  actor: Actor,
  id: string,
  look: ReadBody<typeof updateTagEndpoint>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('tag')
    .set(await valuesOf(trx, look))
    .where('id', '=', id)
    .where(visibleTo(actor, 'tag'))
    .executeTakeFirstOrThrow()
    .catch(refuseTakenText)
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}

async function valuesOf(trx: Trx, { text, color, description }: ReadBody<typeof updateTagEndpoint>) {
  await refuseCardNumber(trx, 'body.description', description ?? undefined)
  return { text, color, description: description || null }
}

/** The unique index detects a taken text, also when two ask for the same at once. */
function refuseTakenText(error: unknown): never {
  if (violatedConstraint(error) !== 'tag_text') throw error
  throw new Refusal('tag_text_taken', { 'body.text': 'taken' })
}
