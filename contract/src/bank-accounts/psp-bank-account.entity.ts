import { defineEntity, type Row } from '../entity.ts'
import { choice, country, currency, date, flag, id, money, optional, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { providerAccountKinds } from './bank-account.rules.ts'

/** An account of the provider itself, from which merchants are paid or on which its own money is. */
export const pspBankAccount = defineEntity({
  name: 'psp_bank_account',
  resource: 'psp/bankaccount',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    holder: text(),
    /** Masked: the country and the last four characters. */
    iban: text(),
    bic: optional(text()),
    country_code: country(),
    currency_code: currency(),
    kind: choice(providerAccountKinds),
    /** The one of its kind and currency that is used unless somebody chooses another. */
    default: flag(),
    /** What the books have on it. */
    ledger_balance: money(),
    /** What the bank has by its last statement, and the day of that; null: there is none. */
    statement_balance: optional(money()),
    statement_on: optional(date()),
    /** What the bank has more than the books. */
    difference: optional(money()),
  },
  filters: { id: 'any', kind: 'any', currency_code: 'any', default: 'is', created_at: 'range' },
  search: { name: 'contains', holder: 'contains', iban: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_BANK_ACCOUNT'),
  export: [
    'id',
    'created_at',
    'name',
    'holder',
    'iban',
    'bic',
    'currency_code',
    'kind',
    'default',
    'ledger_balance',
    'statement_balance',
    'statement_on',
    'difference',
  ],
})

export type PspBankAccount = Row<typeof pspBankAccount>
