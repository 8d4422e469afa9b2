import { defineEntity, type Row } from '../../entity.ts'
import { choice, currency, date, id, money, ofMerchant, optional, ref, text, timestamp } from '../../field.ts'
import { superUser } from '../../roles.ts'
import { settlementUpdateKinds, settlementUpdateStatuses } from './settlement-update.rules.ts'

/** What a super user did with a settlement by hand, and why (docs/adr/0146). */
export const settlementUpdate = defineEntity({
  name: 'settlement_update',
  resource: 'psp/settlementupdate',
  module: 'collecting',
  fields: {
    id: id(),
    created_at: timestamp(),
    kind: choice(settlementUpdateKinds),
    status: choice(settlementUpdateStatuses),
    last_status_update: timestamp(),
    settlement: ref('psp_settlement'),
    settlement_number: text(),
    /** The status of the settlement that the person saw. */
    from_status: text(),
    /** What the settlement pays out; of a debt that is given up, the debt. */
    amount: money(),
    currency_code: currency(),
    reason: text(),
    /** Of one that is paid: the account of the provider, the day at the bank, and the bank's reference. */
    psp_bank_account: optional(ref('psp_bank_account')),
    paid_on: optional(date()),
    bank_reference: optional(text()),
    created_by: text(),
    /** The person who asked for the update. Its second person is somebody else. */
    created_by_id: id(),
    /** The second person, if one was needed. */
    approved_by: optional(text()),
    cancelled_by: optional(text()),
    /** Null, too, where an earlier version cancelled. */
    cancellation_reason: optional(text()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', created_at: 'range', kind: 'any', status: 'any', settlement: 'is', settlement_number: 'is' },
  search: { settlement_number: 'prefix', id: 'is' },
  sort: ['created_at', 'amount'],
  populate: ['settlement', 'psp_bank_account', 'organisation'],
  // The specification's admin pages are for super users alone (001 section 6).
  roles: { list: superUser, create: superUser, update: superUser, delete: superUser },
  export: [
    'id',
    'created_at',
    'kind',
    'status',
    'settlement_number',
    'from_status',
    'amount',
    'currency_code',
    'reason',
    'paid_on',
    'bank_reference',
    'created_by',
    'approved_by',
    'cancelled_by',
    'cancellation_reason',
    'merchant_name',
  ],
})

export type SettlementUpdate = Row<typeof settlementUpdate>
