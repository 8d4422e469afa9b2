import { recentDays } from '@kontor/contract/decisions/decision.rules'
import type { threeDSecureResultsEndpoint } from '@kontor/contract/decisions/rulesets/validation-ruleset.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { openStatuses } from '@kontor/contract/payments/transaction.rules'
import { sql } from 'kysely'
import { wasApproved } from '../../engine/records/was-approved.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

type Results = ReplyOf<typeof threeDSecureResultsEndpoint>
type Asked = Omit<Results[number], 'ruleset' | 'hits' | 'impossible' | 'blocked' | 'processors'>
type Row = Omit<Results[number], 'processors'> & { processor: string | null; processor_name: string | null }

/**
 * How 3-D Secure ended where rulesets demanded it, over the days and the payments that `recent_hits` counts. A payment that was
 * approved and voided since counts as approved.
 */
export async function listThreeDSecureResults(trx: Trx, actor: Actor): Promise<Results> {
  const { rows } = await sql<Row>`
    select x.ruleset_id as ruleset, t.processor_id as processor, p.name as processor_name,
      count(*)::int as hits,
      count(*) filter (where d.three_d_secure = 'impossible' and not t.blocked)::int as impossible,
      count(*) filter (where t.blocked)::int as blocked,
      count(*) filter (where asked)::int as asked,
      count(*) filter (where asked and t.three_d_secure in ('AUTHENTICATED', 'ATTEMPTED'))::int as authenticated,
      count(*) filter (where asked and t.challenged)::int as challenged,
      count(*) filter (where asked and t.status_reason = 'authentication_failed')::int as failed,
      count(*) filter (where asked and t.challenged and t.status = 'ABANDONED')::int as abandoned,
      count(*) filter (where t.three_d_secure = 'NOT_HONOURED')::int as not_honoured,
      count(*) filter (where asked and approved)::int as approved,
      count(*) filter (where asked and t.status = any(${[...openStatuses]}::text[]))::int as open
    from validation_ruleset_hit x
    join validation_ruleset on validation_ruleset.merchant_id = x.merchant_id and validation_ruleset.id = x.ruleset_id
    join transaction t on t.merchant_id = x.merchant_id and t.created_at = x.transaction_created_at and t.id = x.transaction_id
    join decision d on d.merchant_id = x.merchant_id and d.transaction_created_at = x.transaction_created_at
      and d.transaction_id = x.transaction_id
    left join processor p on p.merchant_id = t.merchant_id and p.id = t.processor_id
    cross join lateral (select d.three_d_secure = 'required' and not t.blocked as asked,
      ${wasApproved('t')} as approved) as it
    where validation_ruleset.action = '3dSecure'
      and x.transaction_created_at >= day_before(${actor.time_zone}, ${recentDays - 1})
      and ${visibleTo(actor, 'validation_ruleset')} and ${visibleTo(actor, 't')}
    group by x.ruleset_id, t.processor_id, p.name
    order by x.ruleset_id, p.name`.execute(trx)
  return [...new Set(rows.map((row) => row.ruleset))].map((id) => resultsOf(id, rows))
}

function resultsOf(ruleset: string, rows: readonly Row[]): Results[number] {
  const own = rows.filter((row) => row.ruleset === ruleset)
  const sum = (figure: keyof Asked | 'hits' | 'impossible' | 'blocked') =>
    own.reduce((total, row) => total + row[figure], 0)
  const processors = own.flatMap(({ processor, processor_name, ...row }) =>
    processor === null || row.asked === 0
      ? []
      : [{ processor, processor_name: processor_name ?? '', ...askedOf((figure) => row[figure]) }],
  )
  return {
    ...{ ruleset, hits: sum('hits'), impossible: sum('impossible'), blocked: sum('blocked') },
    ...askedOf(sum),
    processors,
  }
}

const askedOf = (of: (figure: keyof Asked) => number): Asked => ({
  ...{ asked: of('asked'), authenticated: of('authenticated'), challenged: of('challenged'), failed: of('failed') },
  ...{ abandoned: of('abandoned'), not_honoured: of('not_honoured'), approved: of('approved'), open: of('open') },
})
