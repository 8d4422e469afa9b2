import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { sql } from 'kysely'
import type { Source } from '../platform/rows/list.ts'

/**
 * Merchants with their turnover of the last 28 days: written by hand, because it aggregates. Turnover is what was settled
 * or is on its way (SETTLEMENT_REQUESTED, SETTLEMENT_COMPLETED), each currency for itself; `amount` and `count` are those
 * of the provider's base currency, by which the list is sorted.
 */
export const merchantSource: Source = {
  entity: merchant,
  rows: (_db, actor) => sql`
    select merchant.id, merchant.created_at, merchant.name, merchant.active, merchant.country_code, merchant.time_zone,
      installation.base_currency as currency_code,
      coalesce(revenue.amount, 0)::bigint as amount,
      coalesce(revenue.count, 0)::bigint as count,
      coalesce(revenue.per_currency, '[]') as revenue
    from merchant
    cross join installation
    left join (
      select merchant_id,
        sum(amount) filter (where currency_code = base_currency) as amount,
        sum(count) filter (where currency_code = base_currency) as count,
        json_agg(json_build_object('currency_code', currency_code, 'amount', amount, 'count', count) order by count desc) as per_currency
      from (
        select merchant_id, currency_code, sum(amount)::bigint as amount, count(*) as count
        from transaction
        where created_at >= now() - interval '28 days' and status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
        group by merchant_id, currency_code
      ) as turnover, installation
      group by merchant_id
    ) as revenue on revenue.merchant_id = merchant.id
    where ${actor.scope.merchant === null ? sql`true` : sql`merchant.id = ${actor.scope.merchant}`}`,
}
