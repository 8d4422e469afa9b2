import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, date, id, integer, money, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { paymentOrderStatuses } from './payout.rules.ts'

/** One file of approved payouts for the bank (ISO 20022, pain.001). It is never edited. */
export const paymentOrder = defineEntity({
  name: 'payment_order',
  resource: 'psp/paymentorder',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    status: choice(paymentOrderStatuses),
    last_status_update: timestamp(),
    /** The account of the provider that is debited. */
    psp_bank_account: ref('psp_bank_account'),
    currency_code: currency(),
    execution_day: date(),
    payouts: integer(),
    sum: money(),
    /** Of the file. */
    sha256: text(),
    created_by: text(),
    approved_by: optional(text()),
    approved_at: optional(timestamp()),
    exported_by: optional(text()),
    exported_at: optional(timestamp()),
    /** How often the file left. */
    downloads: integer(),
    withdrawn_by: optional(text()),
    withdrawal_reason: optional(text()),
  },
  filters: {
    id: 'any',
    status: 'any',
    psp_bank_account: 'any',
    created_at: 'range',
    execution_day: 'range',
    sum: 'range',
  },
  search: { id: 'is', sha256: 'prefix' },
  sort: ['created_at', 'execution_day', 'sum'],
  populate: ['psp_bank_account'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_SETTLEMENT'),
  export: [
    'id',
    'created_at',
    'status',
    'psp_bank_account',
    'currency_code',
    'execution_day',
    'payouts',
    'sum',
    'sha256',
    'created_by',
    'approved_by',
    'approved_at',
    'exported_by',
    'exported_at',
    'downloads',
    'withdrawn_by',
    'withdrawal_reason',
  ],
  totals: ['sum'],
})

export type PaymentOrder = Row<typeof paymentOrder>
