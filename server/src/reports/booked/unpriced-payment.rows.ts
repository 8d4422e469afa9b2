import { unpricedPayment } from '@kontor/contract/reports/booked/unpriced-payment.entity'
import { sql } from 'kysely'
import { paymentOf } from '../../ledger/payment-of.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { idOfTransfer, transfersOf } from './transfer.rows.ts'

export const unpricedPaymentSource: Source = {
  entity: unpricedPayment,
  as: 'provider',
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select ${idOfTransfer} as id, t.business_day, t.transaction_id as transaction, payment.merchant_reference,
      payment.payment_product, t.amount, t.currency_code, t.merchant_id as merchant
    from ${capturesOf(actor)} where t.kind = ${numbersOf('capture')} and t.scheme_line is null`,
}

/** Of all merchants an index has those without a price alone. */
const capturesOf = (actor: Actor) =>
  actor.scope.merchant === null
    ? sql`ledger_transfer t left join transaction payment on ${paymentOf('t')}`
    : transfersOf(actor)
