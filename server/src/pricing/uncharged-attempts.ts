import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../platform/time/months.ts'
import { dayOf } from './business-days.ts'
import { numberOfEvent } from './winning-lines.ts'

/**
 * Attempts that ended as approved or declined on these business days and have no fee, each with the number of the fee that it may
 * have (`kind`) and its day. The nightly check and rehearsals both look here. Imported ones are among them, because `isOurs` looks
 * each of them up: whoever asks says it last.
 */
export const unchargedAttempts = ({ first, last }: Days): RawBuilder<unknown> => sql`
  select a.merchant_id, a.transaction_created_at, a.transaction_id, a.id as subject_id, a.ended_at, x.kind, ${dayOf('a.ended_at')} as day
  from payment_attempt a cross join ledger_day d
    cross join lateral (select case a.state when 'APPROVED' then ${sql.lit(numberOfEvent('authorisation'))}::int
      else ${sql.lit(numberOfEvent('decline'))}::int end as kind) x
  where a.state in ('APPROVED', 'DECLINED') and a.transaction_created_at >= d.counts_from
    and a.transaction_created_at < ${last}::date + 2 and ${dayOf('a.ended_at')} between ${first}::date and ${last}::date
    and not exists (select from ledger_transfer l where l.merchant_id = a.merchant_id and l.subject_id = a.id and l.kind = x.kind
      and l.business_day >= ${first}::date)`

/** Of attempts `a`: their payment began here. */
export const isOurs = sql`not is_imported(a.merchant_id, a.transaction_created_at, a.transaction_id)`
