import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import type { Source } from '../platform/rows/list.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'
import { exchangeRate } from './exchange-rate.ts'

const steps = sql.join(
  Object.entries(settlementSteps).map(
    ([step, names]) => sql`
    (select coalesce(sum(line.amount), 0)::bigint from settlement_line line where line.merchant_id = s.merchant_id
      and line.settlement_id = s.id and line.kind in (${numbersOf(...names)})) as ${sql.ref(step)}`,
  ),
)

const columns = sql`
  s.id, s.created_at, s.number, s.currency_code, lower(s.covers) as covers_from, upper(s.covers) - 1 as covers_through,
  s.opening, ${steps}, s.total, s.held_back, s.paid, s.carried, s.pay_on,
  coalesce(s.payout_currency_code, s.currency_code) as payout_currency_code, coalesce(s.payout_amount, s.paid) as payout_amount, s.exchanged, s.fx_margin,
  ${exchangeRate} as exchange_rate,
  s.rate_on, s.rate_source, s.unpaid_because, s.status, s.last_status_update, payout.paid_on,
  payout.bank_reference,
  profile.bank_account_id as bank_account, s.organisation_id as organisation, s.merchant_id as merchant`

// Until it is paid out, it is to be paid to the account that its profile has now.
const settlements = sql`settlement s
  left join settlement_profile profile on profile.merchant_id = s.merchant_id and profile.id = s.settlement_profile_id
  left join payout on payout.merchant_id = s.merchant_id and payout.id = s.id`

export const settlementSource: Source = {
  entity: settlement,
  rows: (_db: Reader, actor: Actor) => sql`select ${columns} from ${settlements} where ${visibleTo(actor, 's')}`,
}

export const pspSettlementSource: Source = {
  entity: pspSettlement,
  // Its schedule is the provider's.
  as: 'provider',
  rows: (_db: Reader, actor: Actor) => sql`
    select ${columns}, s.minimum, s.hold_reason, s.settlement_profile_id as settlement_profile,
      s.schedule_id as settlement_schedule, s.closed_by, payout.payment_order_id as payment_order
    from ${settlements}
    where ${visibleTo(actor, 's')}`,
}
