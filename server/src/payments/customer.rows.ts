import { customer } from '@kontor/contract/payments/customer.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/actor.ts'
import type { Source } from '../platform/list.ts'

export const customerSource: Source = {
  entity: customer,
  rows: (db, actor) =>
    db
      .selectFrom('customer')
      .where(visibleTo(actor, 'customer'))
      .select([
        'customer.id',
        'customer.created_at',
        'customer.reference',
        sql<string | null>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('name'),
        'customer.email_address',
        'customer.first_name',
        'customer.last_name',
        'customer.city',
        'customer.postal_code',
        'customer.country_code',
        'customer.phone_number',
        'customer.status',
        'customer.status_reason',
        'customer.organisation_id as organisation',
        'customer.merchant_id as merchant',
      ]),
}
