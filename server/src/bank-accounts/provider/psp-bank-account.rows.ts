import { pspBankAccount } from '@kontor/contract/bank-accounts/psp-bank-account.entity'
import type { Source } from '../../platform/rows/list.ts'
import { maskedIban } from '../masked-iban.ts'

export const pspBankAccountSource: Source = {
  entity: pspBankAccount,
  as: 'provider',
  rows: (db) =>
    db
      .selectFrom('provider_bank_account')
      .select([
        'provider_bank_account.id',
        'provider_bank_account.created_at',
        'provider_bank_account.name',
        'provider_bank_account.holder',
        maskedIban('provider_bank_account').as('iban'),
        'provider_bank_account.bic',
        'provider_bank_account.country_code',
        'provider_bank_account.currency_code',
        'provider_bank_account.kind',
        'provider_bank_account.default',
      ]),
}
