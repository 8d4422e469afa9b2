import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inParts } from '../in-parts.ts'
import type { StoredImport } from '../stored-import.ts'

/** Deletes imported customers, except those whom something refers to, and those whom somebody changed since. */
export async function revertCustomers(trx: Trx, of: StoredImport, made: readonly string[]): Promise<number> {
  const { done } = await inParts(trx, made, async (part) => {
    // A statement sees what was committed before it began: whoever changes one of them at this moment ends first.
    await sql`select from customer where merchant_id = ${of.merchant_id} and id = any(${part}::uuid[])
      order by id for update`.execute(trx)
    const { rows } = await sql<{ id: string }>`
      delete from customer c where merchant_id = ${of.merchant_id} and id = any(${part}::uuid[])
        and not exists (select from customer_event e
          where e.merchant_id = c.merchant_id and e.customer_id = c.id and e.kind <> 'created')
      returning id`.execute(trx)
    return rows.map(({ id }) => id)
  })
  const deleted = done.flat()
  // No kept answer has anything of them: nothing was done with them by a command.
  await sql`
    insert into customer_event (merchant_id, customer_id, kind, actor_kind, actor_id, actor_name)
    select ${of.merchant_id}, id, 'deleted', 'user', ${of.created_by_id}, ${of.created_by}
    from unnest(${deleted}::uuid[]) as deleted(id)`.execute(trx)
  return deleted.length
}
