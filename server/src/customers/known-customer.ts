import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

export interface KnownCustomer {
  id: string
  email_address: string | null
  country_code: string | null
  status: string
  name: string | null
}

/** First and last name; null: neither is known. */
export const nameOfCustomer = sql<
  string | null
>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('name')

/**
 * The customer that a request names for something new, locked against erasure, so that nothing is written about an
 * erased person. `erasedToo`: the payer of an older request must not learn of the erasure.
 */
export async function knownCustomer(
  trx: Trx,
  actor: Actor,
  merchant: string,
  id: string,
  { erasedToo = false }: { erasedToo?: boolean } = {},
): Promise<KnownCustomer> {
  const found = await trx
    .selectFrom('customer')
    .select(['id', 'email_address', 'country_code', 'status', 'erased_at'])
    .select(nameOfCustomer)
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where(visibleTo(actor, 'customer'))
    .forShare()
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.customer': 'not_found' })
  if (found.erased_at !== null && !erasedToo) throw new Refusal('customer_erased')
  return found
}
