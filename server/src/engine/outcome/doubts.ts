import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** What is charged by itself, and may have been charged already by a payment of which nothing proves it (docs/adr/0205). */
type Charged = 'scheduled payment' | 'subscription'

/** What a contradiction is about that says that another payment may be that of this one. */
export const aboutCharged = (what: Charged, id: string): string => `${what} ${id}`

/** The words of `aboutCharged` of the id in a column. */
export const aboutChargedIn = (what: Charged, column: string): RawBuilder<string> =>
  sql`${`${what} `} || ${sql.ref(column)}::text`

/** Such contradictions that no person has ended. Nothing is charged meanwhile: its payer would pay twice. */
export const openDoubts = (db: Reader) =>
  db
    .selectFrom('contradiction as doubt')
    .select('doubt.id')
    .where('doubt.state', '=', 'OPEN')
    .where('doubt.kind', '=', 'not_understood')

/** True: a person has to look first whether this was charged already. */
export const isDoubted = async (db: Reader, what: Charged, of: { merchant_id: string; id: string }): Promise<boolean> =>
  (await openDoubts(db)
    .where('doubt.merchant_id', '=', of.merchant_id)
    .where('doubt.about', '=', aboutCharged(what, of.id))
    .executeTakeFirst()) !== undefined
