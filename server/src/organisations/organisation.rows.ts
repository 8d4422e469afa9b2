import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

export const organisationSource: Source = {
  entity: organisation,
  rows: (db, actor) =>
    db
      .selectFrom('organisation')
      .where(visibleTo(actor, 'organisation', 'organisation.id'))
      .select([
        'organisation.id',
        'organisation.created_at',
        'organisation.name',
        'organisation.email',
        'organisation.phone',
        'organisation.street',
        'organisation.street_number',
        'organisation.extended_address',
        'organisation.postal_code',
        'organisation.locality',
        'organisation.region',
        'organisation.country_code',
        'organisation.tax_number',
        'organisation.parent_id as parent',
        'organisation.depth',
        'organisation.merchant_id as merchant',
      ]),
}
