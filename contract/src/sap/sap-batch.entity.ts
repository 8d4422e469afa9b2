import { defineEntity, type Row } from '../entity.ts'
import { choice, date, id, integer, optional, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { sapBatchStatuses } from './sap.rules.ts'

/** What the ledger booked on closed days, for SAP. Each transfer is in exactly one batch (docs/adr/0146). */
export const sapBatch = defineEntity({
  name: 'sap_batch',
  resource: 'psp/sapbatch',
  module: 'sap',
  fields: {
    id: id(),
    created_at: timestamp(),
    /** Without gaps. Documents in SAP carry it as their reference. */
    number: text(),
    covers_from: date(),
    covers_through: date(),
    status: choice(sapBatchStatuses),
    last_status_update: timestamp(),
    /** Transfers of the ledger in it. */
    transfers: integer(),
    /** Sums for which no accounts are chosen: while there are any, it cannot be sent. */
    unmapped: integer(),
    /** How often its file was made. */
    sendings: integer(),
    /** Null: the engine made it. */
    created_by: optional(text()),
    sent_at: optional(timestamp()),
    sent_by: optional(text()),
    answered_at: optional(timestamp()),
    answered_by: optional(text()),
    /** How SAP calls what it booked. */
    sap_reference: optional(text()),
    rejection_reason: optional(text()),
  },
  filters: {
    id: 'any',
    number: 'is',
    status: 'any',
    created_at: 'range',
    covers_from: 'range',
    covers_through: 'range',
  },
  search: { number: 'prefix', sap_reference: 'prefix', created_by: 'contains', id: 'is' },
  sort: ['created_at', 'covers_through'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_SAP'),
  export: [
    'id',
    'created_at',
    'number',
    'covers_from',
    'covers_through',
    'status',
    'transfers',
    'unmapped',
    'sendings',
    'created_by',
    'sent_at',
    'sent_by',
    'answered_at',
    'answered_by',
    'sap_reference',
    'rejection_reason',
  ],
})

export type SapBatch = Row<typeof sapBatch>
