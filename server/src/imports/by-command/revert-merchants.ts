import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inParts } from '../in-parts.ts'
import type { StoredImport } from '../stored-import.ts'

/**
 * Deletes imported merchants with their first shop and the invitation of their first user, except those whom something else
 * refers to, and those in which a person changed anything since, such as a user who set a password.
 */
export async function revertMerchants(trx: Trx, _of: StoredImport, made: readonly string[]): Promise<number> {
  const { done } = await inParts(trx, made, async (part) => {
    // A statement sees what was committed before it began: whoever changes one of them at this moment ends first.
    await sql`select from merchant where id = any(${part}::uuid[]) order by id for update`.execute(trx)
    const { rows } = await sql<{ id: string }>`
      select id from merchant m where id = any(${part}::uuid[])
        and not exists (select from change c where c.merchant_id = m.id and c.actor_kind <> 'import')`.execute(trx)
    const ids = rows.map(({ id }) => id)
    await sql`delete from role_grant where user_id in (select id from platform_user where merchant_id = any(${ids}::uuid[]))`.execute(
      trx,
    )
    for (const table of ['platform_user', 'payment_profile_processor', 'payment_profile', 'processor', 'organisation'])
      await sql`delete from ${sql.table(table)} where merchant_id = any(${ids}::uuid[])`.execute(trx)
    await sql`delete from merchant where id = any(${ids}::uuid[])`.execute(trx)
    return ids
  })
  return done.flat().length
}
