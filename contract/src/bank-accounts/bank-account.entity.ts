import { defineEntity, type Row } from '../entity.ts'
import { choice, country, currency, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { either, entityRoles, providerEntityRoles } from '../roles.ts'
import { bankAccountStatuses, nameChecks } from './bank-account.rules.ts'

const roles = entityRoles('BANK_ACCOUNT')

/** An account to which a merchant is paid. Its IBAN is never edited: another one is a new row, which replaces it. */
export const bankAccount = defineEntity({
  name: 'bank_account',
  resource: 'bankaccount',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    holder: text(),
    /** Masked: the country and the last four characters. */
    iban: text(),
    bic: optional(text()),
    country_code: country(),
    currency_code: currency(),
    status: choice(bankAccountStatuses),
    name_check: optional(choice(nameChecks)),
    /** The name that the bank has, where ours is almost right. Only the provider reads it. */
    name_suggested: optional(text()),
    name_checked_at: optional(timestamp()),
    /** Nothing is paid to it earlier. */
    usable_from: timestamp(),
    /** How many payment profiles are paid to it. */
    profiles: integer(),
    /** How many documents were uploaded as proof. */
    documents: integer(),
    replaces: optional(ref('bank_account')),
    /** This, and the others who acted, are null for a member of the provider. */
    created_by: optional(text()),
    decided_at: optional(timestamp()),
    decided_by: optional(text()),
    /** Why it was rejected, or verified although the bank was not sure of the name. */
    reason: optional(text()),
    disabled_at: optional(timestamp()),
    disabled_by: optional(text()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    name_check: 'any',
    currency_code: 'any',
    country_code: 'any',
    created_at: 'range',
    usable_from: 'range',
  },
  search: { holder: 'contains', iban: 'contains', bic: 'prefix', id: 'is' },
  sort: ['created_at', 'holder', 'usable_from'],
  populate: ['organisation', 'replaces'],
  asRelation: [
    'id',
    'created_at',
    'holder',
    'iban',
    'currency_code',
    'status',
    'usable_from',
    'organisation',
    'merchant',
  ],
  hasHistory: true,
  // The provider's people who decide about accounts list them, too.
  roles: { ...roles, list: either(roles.list, providerEntityRoles('PSP_BANK_ACCOUNT').list) },
  export: [
    'id',
    'created_at',
    'holder',
    'iban',
    'bic',
    'currency_code',
    'status',
    'name_check',
    'usable_from',
    'profiles',
    'created_by',
    'decided_at',
    'reason',
  ],
})

export type BankAccount = Row<typeof bankAccount>
