import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import type { Source } from '../../platform/rows/list.ts'

export const settlementProfileSource: Source = {
  entity: settlementProfile,
  // Its schedule is the provider's.
  as: 'provider',
  rows: (_db, actor) => sql`
    select p.id, p.created_at, p.name, case when b.bank_account_id is null then 'DEFAULT' else 'BANK_ACCOUNT' end as book,
      p.currency_code, p.bank_account_id as bank_account, p.schedule_id as settlement_schedule, p.delay_days, p.minimum,
      p.negative, p.status, p.hold_reason, p.statement_text, p.organisation_id as organisation, p.merchant_id as merchant
    from settlement_profile p join ledger_book b on b.merchant_id = p.merchant_id and b.id = p.book_id
    where ${visibleTo(actor, 'p')}`,
}
