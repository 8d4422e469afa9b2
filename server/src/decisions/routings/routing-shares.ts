import { recentDays } from '@kontor/contract/decisions/decision.rules'
import type { routingSharesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { seenRouting } from './seen-routing.ts'

interface End {
  branch: string
  to: 'then' | 'else'
  payments: number
}

/** Counts where the ways of recent payments ended. A branch keeps its id over versions, so the ends of all versions add up. */
export async function routingShares(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof routingSharesEndpoint>> {
  const routing = await seenRouting(trx, actor, id)
  const { rows } = await sql<End>`
    select last[1] as branch, case last[2] when '+' then 'then' else 'else' end as "to", count(*)::int as payments
    from decision d
    join transaction t on t.merchant_id = d.merchant_id and t.created_at = d.transaction_created_at
      and t.id = d.transaction_id
    cross join lateral regexp_match(d.path, '([a-z0-9]+)([+-])[^ ]*$') as last
    where d.merchant_id = ${routing.merchant_id} and d.routing_id = ${id}
      and d.transaction_created_at >= day_before(${actor.time_zone}, ${recentDays - 1}) and ${visibleTo(actor, 't')}
    group by 1, 2 order by 1, 2`.execute(trx)
  return { total: rows.reduce((sum, { payments }) => sum + payments, 0), ends: rows }
}
