import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, integer, money, ofMerchant, optional, ref, text, timestamp } from '../../field.ts'
import { differenceAges, differenceStatuses, differenceTypes } from '../../reconciliation/reconciliation.rules.ts'
import { differenceRoles } from './booked-roles.ts'

/** How the files of processors differ from the ledger: the provider's alone. */
export const difference = defineEntity({
  name: 'difference',
  resource: 'psp/difference',
  fields: {
    id: id(),
    created_at: timestamp(),
    processor_settlement: ref('processor_settlement'),
    processor_settlement_name: text(),
    type: choice(differenceTypes),
    status: choice(differenceStatuses),
    age: choice(differenceAges),
    booked_on: date(),
    file_name: optional(text()),
    /** Of the file. */
    line: optional(integer()),
    /** What the file says; null: nothing that can be booked. Of COST: fees. */
    said: optional(money()),
    currency_code: currency(),
    expected: money('expected_currency_code'),
    expected_currency_code: currency(),
    /** What the file says in the same currency, less what the ledger expects. Above zero: the processor pays more. */
    unexplained: money('expected_currency_code'),
    transaction: optional(ref('transaction')),
    reason: optional(text()),
    resolved_by: optional(text()),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    processor_settlement: 'any',
    type: 'any',
    status: 'any',
    age: 'any',
    created_at: 'range',
    booked_on: 'range',
    expected_currency_code: 'any',
    transaction: 'is',
  },
  search: { transaction: 'is', id: 'is' },
  sort: ['created_at'],
  roles: differenceRoles,
  export: [
    ...([
      'created_at',
      'processor_settlement_name',
      'type',
      'status',
      'age',
      'booked_on',
      'file_name',
      'line',
    ] as const),
    ...([
      'said',
      'currency_code',
      'expected',
      'expected_currency_code',
      'unexplained',
      'transaction',
      'reason',
      'resolved_by',
      'id',
    ] as const),
  ],
  module: 'collecting',
})
