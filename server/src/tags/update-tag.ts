import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseTakenText, tagValues } from './tag-values.ts'

export async function updateTag(
  trx: Trx,
  actor: Actor,
  id: string,
  look: ReadBody<typeof updateTagEndpoint>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('tag')
    .set(await tagValues(trx, look))
    .where('id', '=', id)
    .where(visibleTo(actor, 'tag'))
    .executeTakeFirstOrThrow()
    .catch(refuseTakenText)
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
