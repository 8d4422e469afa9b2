import { defineEntity, type Row } from '../../entity.ts'
import { choice, currency, date, id, money, optional, ref, text, timestamp } from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'
import { entryStates } from './bank-entry.rules.ts'

/** What the bank booked on an account of the provider. Nothing of it changes but what it was found to be. */
export const bankEntry = defineEntity({
  name: 'bank_entry',
  resource: 'psp/bankentry',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    booked_on: date(),
    /** Below zero: a debit. */
    amount: money(),
    currency_code: currency(),
    state: choice(entryStates),
    psp_bank_account: ref('psp_bank_account'),
    counterparty: optional(text()),
    remittance: optional(text()),
    end_to_end: optional(text()),
    bank_reference: optional(text()),
    return_reason: optional(text()),
    /** That of the payout, or the one that carried the debt. */
    settlement: optional(ref('psp_settlement')),
    /** The invoice that it pays. */
    invoice: optional(ref('invoice')),
    /** Who said what it is; null: it was found, or nobody knows yet. */
    decided_by: optional(text()),
    decided_at: optional(timestamp()),
    reason: optional(text()),
  },
  filters: {
    id: 'any',
    state: 'any',
    psp_bank_account: 'any',
    currency_code: 'any',
    created_at: 'range',
    booked_on: 'range',
    amount: 'range',
  },
  search: {
    counterparty: 'contains',
    remittance: 'contains',
    end_to_end: 'prefix',
    bank_reference: 'prefix',
    id: 'is',
  },
  sort: ['created_at', 'booked_on', 'amount'],
  populate: ['psp_bank_account', 'invoice'],
  roles: providerEntityRoles('PSP_BANK_ACCOUNT'),
  export: [
    'id',
    'created_at',
    'booked_on',
    'amount',
    'currency_code',
    'state',
    'psp_bank_account',
    'counterparty',
    'remittance',
    'end_to_end',
    'bank_reference',
    'return_reason',
    'settlement',
    'decided_by',
    'decided_at',
    'reason',
    'invoice',
  ],
})

export type BankEntry = Row<typeof bankEntry>
