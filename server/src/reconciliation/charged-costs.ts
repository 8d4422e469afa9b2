import type { ChargedCost } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { seenProcessorSettlement } from '../processors/settlements/seen-processor-settlement.ts'

/** The fees of the lines that are of something in our books, beside those that were expected, per line of the cost scheme. */
export async function listChargedCosts(trx: Trx, actor: Actor, id: string): Promise<ChargedCost[]> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  const { rows } = await sql<ChargedCost>`
    with cost as (
      select r.currency_code, r.kind, r.scheme_line, count(*)::int as count,
        count(*) filter (where r.charged_cost <> coalesce(r.expected_cost, 0))::int as different,
        case when r.scheme_line is not null then coalesce(sum(r.expected_cost), 0)::text end as expected,
        sum(r.charged_cost)::text as charged,
        min(r.decided_on) filter (where r.charged_cost <> coalesce(r.expected_cost, 0)) as since
      from processor_settlement_file f join reconciled_line r on r.merchant_id = f.merchant_id and r.file_id = f.id
      where f.merchant_id = ${merchant_id} and f.processor_settlement_id = ${id} and r.charged_cost is not null
      group by 1, 2, 3)
    select c.currency_code, c.kind, l.scheme_id as scheme, s.name as scheme_name, c.count, c.different, c.expected, c.charged, c.since,
      case when l.id is not null then jsonb_build_object('event', l.event, 'product', l.product, 'brand', l.brand,
        'holder', l.holder, 'funding', l.funding, 'region', l.region, 'domestic', l.domestic, 'channel', l.channel,
        'currency_code', l.currency_code, 'amount_from', l.amount_from, 'amount_until', l.amount_until,
        'tier_from', l.tier_from, 'tier_until', l.tier_until, 'fixed', l.fixed,
        'ppm', l.ppm, 'minimum', l.minimum, 'maximum', l.maximum) end as line
    from cost c left join scheme_line l on l.id = c.scheme_line left join scheme s on s.id = l.scheme_id
    order by c.different > 0 desc, c.count desc, c.kind, l.id`.execute(trx)
  return rows
}
