import { oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { settlementOf } from '../settlement-of.ts'

export const oneOffSource: Source = {
  entity: oneOff,
  rows: (db, actor) =>
    db
      .selectFrom('one_off')
      .where(visibleTo(actor, 'one_off'))
      .select([
        'one_off.id',
        'one_off.created_at',
        'one_off.date',
        'one_off.kind',
        'one_off.description_nl',
        'one_off.description_en',
        'one_off.amount',
        'one_off.vat',
        'one_off.currency_code',
        'one_off.transaction_id as transaction',
        'one_off.repeat',
        'one_off.repeat_until',
        'one_off.series_id as series',
        'one_off.occurrence',
        'one_off.status',
        'one_off.last_status_update',
        'one_off.booked_on',
        settlementOf({ of: 'one_off', book: 'one_off.book_id', day: 'one_off.booked_on' }).as('settlement'),
        'one_off.version',
        'one_off.created_by',
        'one_off.approved_by',
        'one_off.approved_at',
        'one_off.cancelled_by',
        'one_off.organisation_id as organisation',
        'one_off.merchant_id as merchant',
      ]),
}
