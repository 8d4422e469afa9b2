import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'
import { today } from '../../pricing/business-days.ts'

export const settlementProfileSource: Source = {
  entity: settlementProfile,
  // Its schedule is the provider's.
  as: 'provider',
  rows: (_db, actor) => sql`
    select p.id, p.created_at, p.name, case when b.bank_account_id is null then 'DEFAULT' else 'BANK_ACCOUNT' end as book,
      p.currency_code, p.bank_account_id as bank_account, coalesce(p.schedule_id, k.schedule_id) as settlement_schedule,
      t.delay_days, t.minimum, t.negative, p.method, p.payout_currency_code, p.fx_margin_ppm, p.status, p.hold_reason, p.statement_text,
      p.webhook_url, p.recipients, p.language,
      array_remove(array[case when p.schedule_id is not null then 'settlement_schedule' end,
        case when p.delay_days is not null then 'delay_days' end, case when p.minimum is not null then 'minimum' end,
        case when p.negative is not null then 'negative' end], null) as own_values,
      k.name as package_name,
      array_remove(array[case when p.schedule_id is null and k.schedule_id is not null then 'settlement_schedule' end,
        case when p.delay_days is null and k.delay_days is not null then 'delay_days' end,
        case when p.minimum is null and k.minimum is not null and k.currency_code = p.currency_code then 'minimum' end,
        case when p.negative is null and k.negative is not null then 'negative' end], null) as package_values,
      p.organisation_id as organisation, p.merchant_id as merchant
    from settlement_profile p join ledger_book b on b.merchant_id = p.merchant_id and b.id = p.book_id
      left join package k on k.id = package_at(p.merchant_id, ${today})
      cross join lateral settlement_terms(p.merchant_id, p.book_id, p.currency_code, ${today}) t
    where ${visibleTo(actor, 'p')}`,
}
