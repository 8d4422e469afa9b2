import { customer } from '@kontor/contract/customers/customer.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { maskOf, type SealedField } from './customer-secrets.ts'
import { nameOfCustomer } from './known-customer.ts'

const masked = (field: SealedField) =>
  sql<string | null>`case when ${sql.ref(`customer.${field}`)} is not null then ${sql.lit(maskOf[field])} end`.as(field)

export const customerSource: Source = {
  entity: customer,
  rows: (db, actor) =>
    db
      .selectFrom('customer')
      .leftJoin('customer_rfm', (join) =>
        join
          .onRef('customer_rfm.merchant_id', '=', 'customer.merchant_id')
          .onRef('customer_rfm.customer_id', '=', 'customer.id')
          // Erased customers are not sorted by their purchases.
          .on('customer.erased_at', 'is', null),
      )
      .where(visibleTo(actor, 'customer'))
      .select([
        'customer.id',
        'customer.created_at',
        'customer.reference',
        nameOfCustomer,
        'customer.email_address',
        'customer.title',
        'customer.initials',
        'customer.first_name',
        'customer.last_name',
        'customer.gender',
        masked('date_of_birth'),
        masked('social_security_number'),
        'customer.street_address',
        'customer.house_number',
        'customer.house_number_suffix',
        'customer.postal_code',
        'customer.city',
        'customer.region',
        'customer.country_code',
        'customer.phone_number',
        'customer.fax_number',
        'customer_rfm.segment',
        'customer.status',
        'customer.status_reason',
        'customer.erased_at',
        'customer.organisation_id as organisation',
        'customer.merchant_id as merchant',
      ]),
}
