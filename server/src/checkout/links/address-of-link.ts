import { type RawBuilder, sql } from 'kysely'
import { readsCustomers } from '../../customers/customer-search.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { LinkTable } from './locked-link.ts'

/**
 * To which address a link goes. That of a customer is taken from the customer where nobody gives one, so it is shown to those alone who
 * may read customers: making a link must not tell it.
 */
export const addressOfLink = (actor: Actor, table: LinkTable): RawBuilder<string | null> => {
  const address = sql.ref<string | null>(`${table}.email_address`)
  return readsCustomers(actor)
    ? sql`${address}`
    : sql`case when ${sql.ref(`${table}.customer_id`)} is null then ${address} end`
}
