import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { organisationsAbove } from '../../platform/db/organisations-above.ts'

interface Person {
  id: string
  name: string
}

const most = 500

/** Active users of a merchant who see an organisation: those of it, and of the organisations above it. */
export async function processorUsers(db: Reader, merchant: string, organisation: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name ${whoSee(merchant, organisation)} order by u.name, u.id limit ${most}`.execute(db)
  return rows
}

/** True when a person is one of them, however many there are. */
export async function isProcessorUser(
  db: Reader,
  { merchant, id }: { merchant: string; id: string },
  user: string,
): Promise<boolean> {
  const { rows } = await sql`select ${whoSee(merchant, id)} and u.id = ${user}`.execute(db)
  return rows.length > 0
}

/** The person who looks after a processor. */
export async function processorUser(
  db: Reader,
  { merchant_id, user_id }: { merchant_id: string; user_id: string | null },
): Promise<Person | null> {
  if (user_id === null) return null
  const found = await db
    .selectFrom('platform_user')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', user_id)
    .executeTakeFirst()
  return found ?? null
}

const whoSee = (merchant: string, organisation: string) => sql`
  from platform_user u
  where u.merchant_id = ${merchant} and u.active and u.organisation_id in (${organisationsAbove(merchant, [organisation])})`
