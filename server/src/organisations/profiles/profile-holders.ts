import { countedHolders } from '@kontor/contract/organisations/organisation.rules'
import { type ProfileHolder, profileHolders } from '@kontor/contract/organisations/payment-profile.rules'
import { sql } from 'kysely'
import { type Actor, seesWholeMerchant } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { shownHolders } from '../shown-holders.ts'

interface Of {
  merchant_id: string
  id: string
}

/** The tables whose rows use a payment profile. A test compares them with the foreign keys. */
export const holdingTables: Readonly<Record<ProfileHolder, string>> = {
  transaction: 'transaction',
  payment_link: 'payment_link',
  card_add_link: 'card_add_link',
  plan: 'plan',
  subscription: 'subscription',
  scheduled_transaction: 'scheduled_transaction',
  terminal: 'terminal',
  import: 'import',
  validation_ruleset: 'validation_ruleset',
}

/** The numbers of rows that use a payment profile. Large numbers are counted up to one more than `countedHolders`. */
export async function profileHoldersOf(
  db: Reader,
  { merchant_id, id }: Of,
): Promise<{ holder: ProfileHolder; count: number }[]> {
  const counts = profileHolders.map(
    (holder) => sql`select ${holder} as holder, (select count(*) from (${held(holder, { merchant_id, id })}
      limit ${sql.lit(countedHolders + 1)}) as counted)::int as count`,
  )
  const { rows } = await sql<{ holder: ProfileHolder; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return rows.filter(({ count }) => count > 0)
}

/**
 * What the actor may know of it. Payments and links stay with their organisation when a profile moves, so only those who
 * see the whole merchant see all that is counted.
 */
export const shownProfileHolders = (actor: Actor, holders: Awaited<ReturnType<typeof profileHoldersOf>>) =>
  seesWholeMerchant(actor) ? shownHolders(actor, holders) : holders.map(({ holder }) => ({ holder }))

/** True when one of these kinds uses the payment profile. */
export async function isHeldBy(db: Reader, holders: readonly ProfileHolder[], of: Of): Promise<boolean> {
  const each = holders.map((holder) => sql`exists (${held(holder, of)})`)
  const { rows } = await sql<{ is_held: boolean }>`select ${sql.join(each, sql` or `)} as is_held`.execute(db)
  return rows[0]?.is_held === true
}

const held = (holder: ProfileHolder, { merchant_id, id }: Of) =>
  sql`select from ${sql.table(holdingTables[holder])} held
    where held.merchant_id = ${merchant_id} and held.payment_profile_id = ${id}`
