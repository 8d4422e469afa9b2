import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

interface Person {
  id: string
  name: string
}

const most = 500

/** Active users of a merchant who see an organisation: those of it, and of the organisations above it. */
export async function processorUsers(db: Reader, merchant: string, organisation: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with recursive above as (
      select id, parent_id from organisation where merchant_id = ${merchant} and id = ${organisation}
      union all
      select o.id, o.parent_id from above a join organisation o on o.merchant_id = ${merchant} and o.id = a.parent_id)
    select u.id, u.name from platform_user u
    where u.merchant_id = ${merchant} and u.active and u.organisation_id in (select id from above)
    order by u.name, u.id limit ${most}`.execute(db)
  return rows
}
