import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { paidStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { lackedModules } from '../../platform/db/lacked-modules.ts'
import { literals } from '../../platform/db/literals.ts'
import type { Source } from '../../platform/rows/list.ts'

const most = sql`${sql.lit(String(Number.MAX_SAFE_INTEGER))}::numeric`

/**
 * Merchants with their turnover of the last 28 days; the SQL is written by hand because it aggregates. Turnover is what
 * was settled or is on its way (SETTLEMENT_REQUESTED, SETTLEMENT_COMPLETED), per currency. `amount` and `count` are in
 * the provider's base currency, and the list is sorted by them. An amount that no JSON number holds is null, which
 * PostgreSQL sorts as the largest, and stands in `too_large` (contract/src/sums.ts).
 */
export const merchantSource: Source = {
  entity: merchant,
  rows: (_db, actor) => sql`
    select merchant.id, merchant.created_at, merchant.name, merchant.legal_name, merchant.active, merchant.country_code, merchant.time_zone,
      merchant.language, merchant.base_currency, merchant.mcc,
      merchant.external_id, merchant.vat_number, merchant.chamber_of_commerce,
      installation.base_currency as currency_code,
      merchant.largest_payment, ${lackedModules} as lacks,
      case when revenue.amount > ${most} then null else coalesce(revenue.amount, 0)::bigint end as amount,
      case when revenue.amount > ${most} then json_build_object('amount', revenue.amount::text) end as too_large,
      coalesce(revenue.count, 0)::bigint as count,
      coalesce(revenue.per_currency, '[]') as revenue
    from merchant
    cross join installation
    left join (
      select merchant_id,
        sum(amount) filter (where currency_code = base_currency) as amount,
        sum(count) filter (where currency_code = base_currency) as count,
        json_agg(jsonb_build_object('currency_code', currency_code, 'amount', case when amount <= ${most} then amount end,
          'count', count) || case when amount <= ${most} then '{}'
          else jsonb_build_object('too_large', jsonb_build_object('amount', amount::text)) end
          order by count desc) as per_currency
      from (
        select merchant_id, currency_code, sum(amount) as amount, count(*) as count
        from transaction
        where created_at >= now() - interval '28 days' and status in (${literals(paidStatuses)})
        group by merchant_id, currency_code
      ) as turnover, installation
      group by merchant_id
    ) as revenue on revenue.merchant_id = merchant.id
    where ${actor.scope.merchant === null ? sql`true` : sql`merchant.id = ${actor.scope.merchant}`}`,
}
