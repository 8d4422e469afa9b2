import { customer } from '@kontor/contract/customers/customer.entity'
import { isAllowed } from '@kontor/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import { containing } from '../platform/rows/list.ts'

/**
 * True when the actor may read all of a customer. Anybody else sees what the customer is called (`asRelation`), and may
 * search no more than that: yes or no to each letter would tell the rest (docs/adr/0011).
 */
export const readsCustomers = (actor: Actor): boolean => isAllowed(customer.roles.list, actor.roles)

/** The search of rows by their customer. People type a name, an e-mail address or a reference; an id is found as well. */
export function searchOfCustomer(text: string, actor: Actor): RawBuilder<SqlBool> {
  const byAddress = readsCustomers(actor) ? sql`c.email_address ilike ${containing(text)} or` : sql``
  return sql`row.customer in (select c.id from customer c
    where ${byAddress} concat_ws(' ', c.first_name, c.last_name) ilike ${containing(text)}
      or c.reference = ${text} or c.id::text = ${text.toLowerCase()})`
}
