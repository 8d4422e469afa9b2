import { defineEntity, type Row } from '../entity.ts'
import { choice, id, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'

export const terminalStatuses = ['ACTIVE', 'INACTIVE'] as const
export type TerminalStatus = (typeof terminalStatuses)[number]

/** SILENT: Kontor has heard nothing from it for more than a day. */
export const terminalConnections = ['SEEN', 'SILENT', 'NEVER_SEEN'] as const

/** A device in a shop that takes payments. */
export const terminal = defineEntity({
  name: 'terminal',
  resource: 'terminal',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    /** The number printed on the device. */
    terminal_id: text(),
    model: text(),
    serial_number: text(),
    software_version: optional(text()),
    status: choice(terminalStatuses),
    connection: choice(terminalConnections),
    last_transaction_at: optional(timestamp()),
    last_transaction: optional(ref('transaction')),
    last_seen_at: optional(timestamp()),
    payment_profile: optional(ref('payment_profile')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    connection: 'any',
    payment_profile: 'any',
    model: 'any',
    created_at: 'range',
  },
  search: { name: 'contains', terminal_id: 'prefix', serial_number: 'prefix', id: 'is' },
  sort: ['created_at', 'name', 'last_transaction_at', 'last_seen_at'],
  populate: ['payment_profile', 'organisation'],
  hasHistory: true,
  module: 'terminals',
  roles: entityRoles('TERMINAL'),
  export: [
    'id',
    'created_at',
    'name',
    'terminal_id',
    'model',
    'serial_number',
    'software_version',
    'status',
    'last_transaction_at',
    'last_seen_at',
  ],
})

export type Terminal = Row<typeof terminal>
