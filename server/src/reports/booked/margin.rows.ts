import type { LedgerKind } from '@kontor/contract/ledger/ledger.rules'
import { ancillaryFeesOfPayments } from '@kontor/contract/pricing/price.rules'
import { margin } from '@kontor/contract/reports/booked/margin.entity'
import { sql } from 'kysely'
import { ofBook } from '../../ledger/ledger-balance.ts'
import { paymentOf } from '../../ledger/payment-of.ts'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'
import { booksInView } from './booked-books.ts'

const parts = {
  fee: { more: ['fee', 'fee_more', ...ancillaryFeesOfPayments], less: ['fee_less'] },
  cost: { more: ['cost_expected', 'cost_more'], less: ['cost_less'] },
  share: { more: ['partner_share'], less: ['partner_share_undone'] },
} as const satisfies Record<string, { more: readonly LedgerKind[]; less: readonly LedgerKind[] }>

const sumOf = ({ more, less }: (typeof parts)[keyof typeof parts]) =>
  sql`coalesce(sum(case when t.kind in (${numbersOf(...more)}) then t.amount when t.kind in (${numbersOf(...less)}) then -t.amount end), 0)::bigint`

const all = Object.values(parts).flatMap(({ more, less }): LedgerKind[] => [...more, ...less])

/** The margin of a payment as `GET /v1/transaction/:id/money` has it, by business day. */
export const marginSource: Source = {
  entity: margin,
  as: 'provider',
  plannedByValues: true,
  rows: (_db, actor) => sql`
    select md5(concat_ws(' ', t.transaction_id, t.business_day))::uuid as id, t.business_day, t.transaction_id as transaction,
      payment.payment_product, t.currency_code, t.fee, t.cost, t.share, t.fee - t.cost - t.share as margin, t.merchant_id as merchant
    from (
      select t.merchant_id, t.business_day, t.transaction_id, t.currency_code, ${sumOf(parts.fee)} as fee,
        ${sumOf(parts.cost)} as cost, ${sumOf(parts.share)} as share
      from (${booksInView(actor)}) book join ledger_transfer t on ${ofBook('t')}
      where t.transaction_id is not null and t.kind in (${numbersOf(...all)})
      group by t.merchant_id, t.business_day, t.transaction_id, t.currency_code) t
      join transaction payment on ${paymentOf('t')}`,
}
