import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockKnownCustomer } from './locked-customer.ts'
import { revokeCards } from './revoke-card.ts'

const nothing = {
  reference: null,
  email_address: null,
  title: null,
  initials: null,
  first_name: null,
  last_name: null,
  gender: null,
  date_of_birth: null,
  social_security_number: null,
  street_address: null,
  house_number: null,
  house_number_suffix: null,
  postal_code: null,
  city: null,
  region: null,
  country_code: null,
  phone_number: null,
  fax_number: null,
  status_reason: null,
}

/** An erased customer whose mails and kept answers must be removed too. */
interface Forgotten {
  merchant: string
  address: string | null
}

/** Erases the person. Payments and refunds stay, under a customer without a name. */
export async function eraseCustomer(trx: Trx, actor: Actor, id: string, now: Date): Promise<Forgotten> {
  const customer = await lockKnownCustomer(trx, actor, id)
  const { merchant_id: merchant, email_address: address } = customer
  const at = now.toISOString()
  await trx
    .updateTable('customer')
    .set({ ...nothing, status: 'UNKNOWN', erased_at: at })
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
  await revokeCards(trx, { ...customer, customer_id: id }, now)
  await trx
    .updateTable('agreement')
    .set({ revoked_at: at })
    .where('merchant_id', '=', merchant)
    .where('customer_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await trx.deleteFrom('customer_rfm').where('merchant_id', '=', merchant).where('customer_id', '=', id).execute()
  await forgetAddresses(trx, merchant, id)
  await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'erased' })
  return { merchant, address }
}

/** Removes e-mail addresses from every table that names a customer, including tables of later versions. */
async function forgetAddresses(trx: Trx, merchant: string, id: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select x.table_name as name from information_schema.columns x
    join information_schema.columns c on c.table_schema = x.table_schema and c.table_name = x.table_name
    where x.table_schema = 'public' and x.column_name = 'email_address' and c.column_name = 'customer_id'`.execute(trx)
  for (const { name } of rows)
    await sql`update ${sql.table(name)} set email_address = null
      where merchant_id = ${merchant} and customer_id = ${id} and email_address is not null`.execute(trx)
}
