import { usableBy } from '../../organisations/shared-processors.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The names of the processors that the actor may use or see, by id. */
export async function namesOfProcessors(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { merchant } = actor.scope
  const found = await db
    .selectFrom('processor')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(usableBy(actor))
    .$if(merchant !== null, (query) => query.where('merchant_id', '=', merchant ?? ''))
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}
