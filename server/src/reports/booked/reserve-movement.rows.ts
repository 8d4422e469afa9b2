import { reserveMovement } from '@kontor/contract/reports/booked/reserve-movement.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'
import { heldBy, idOfTransfer, ofReserve, transfersOf } from './transfer.rows.ts'

export const reserveMovementSource: Source = {
  entity: reserveMovement,
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${idOfTransfer} as id, t.business_day, k.name as kind, ${heldBy} as held, t.currency_code, t.release_on,
      t.of_day as held_on, payment.merchant_reference, t.transaction_id as transaction, t.merchant_id as merchant
    from ${transfersOf(actor)} where ${ofReserve}`,
}
