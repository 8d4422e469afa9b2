import { bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'
import { maskedIban } from './masked-iban.ts'

export const bankAccountSource: Source = {
  entity: bankAccount,
  rows: (db, actor) =>
    db
      .selectFrom('bank_account')
      .where(visibleTo(actor, 'bank_account'))
      .select([
        'bank_account.id',
        'bank_account.created_at',
        'bank_account.holder',
        maskedIban('bank_account').as('iban'),
        'bank_account.bic',
        'bank_account.country_code',
        'bank_account.currency_code',
        'bank_account.status',
        'bank_account.name_check',
        // Whoever adds any IBAN would learn whose it is.
        (actor.psp ? sql<string | null>`bank_account.name_suggested` : sql<string | null>`null::text`).as(
          'name_suggested',
        ),
        'bank_account.name_checked_at',
        'bank_account.usable_from',
        sql<number>`(select count(*) from payment_profile p
          where p.merchant_id = bank_account.merchant_id and p.bank_account_id = bank_account.id)::int`.as('profiles'),
        sql<number>`(select count(*) from bank_account_document d
          where d.merchant_id = bank_account.merchant_id and d.bank_account_id = bank_account.id)::int`.as('documents'),
        'bank_account.replaces',
        'bank_account.created_by',
        'bank_account.decided_at',
        'bank_account.decided_by',
        'bank_account.reason',
        'bank_account.disabled_at',
        'bank_account.disabled_by',
        'bank_account.organisation_id as organisation',
        'bank_account.merchant_id as merchant',
      ]),
}
