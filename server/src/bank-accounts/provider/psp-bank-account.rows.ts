import { pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import { sql } from 'kysely'
import type { Source } from '../../platform/rows/list.ts'

export const pspBankAccountSource: Source = {
  entity: pspBankAccount,
  as: 'provider',
  rows: () => sql`
    select a.id, a.created_at, a.name, a.holder, a.country_code || '•• •••• ' || a.iban_end as iban, a.bic, a.country_code,
      a.currency_code, a.kind, a."default", l.balance as ledger_balance, s.closing as statement_balance,
      s.closing_on as statement_on, s.closing - l.balance as difference
    from provider_bank_account a
      cross join lateral (select coalesce(sum(b.debit - b.credit), 0)::bigint as balance from ledger_balance b
        where b.sub_id = a.id and b.code in (10, 12) and b.currency_code = a.currency_code) l
      left join lateral (select closing, closing_on from bank_statement s where s.provider_bank_account_id = a.id
        order by s.number desc limit 1) s on true`,
}
