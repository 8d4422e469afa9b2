import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, gateway, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { credentialProblems, processorModes } from './processor.rules.ts'
import { processorSettlementTypes, reconciliationStates } from './processor-settlement.rules.ts'

/** Where a gateway's files of what it paid out come from. Its credential never leaves the server. */
export const processorSettlement = defineEntity({
  name: 'processor_settlement',
  resource: 'processorsettlement',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: text(),
    gateway: gateway(),
    mode: choice(processorModes),
    processor_settlement_type: choice(processorSettlementTypes),
    /** The gateway's name of the account; null until the gateway has said it. */
    account: optional(text()),
    active: flag(),
    /** The problem that the last test of the credential in use found; null: none, or it was not tested. */
    test_problem: optional(choice(credentialProblems)),
    last_file_at: optional(timestamp()),
    /** Of its files, or of what is in none of them, that nobody decided yet. */
    open_differences: integer(),
    /** Null: no file was compared with the ledger yet. */
    reconciliation: optional(choice(reconciliationStates)),
    /** The next file comes within so many days; null: nobody expects it. */
    expected_every_days: optional(integer()),
    /** Until then the next file should be there. */
    expected_at: optional(timestamp()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    name: 'is',
    gateway: 'any',
    processor_settlement_type: 'any',
    active: 'is',
    reconciliation: 'any',
    created_at: 'range',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  hasHistory: true,
  // The provider alone has them (001, section 2.10).
  roles: providerEntityRoles('PSP_PROCESSOR_SETTLEMENT'),
  export: [
    'id',
    'created_at',
    'name',
    'gateway',
    'processor_settlement_type',
    'account',
    'active',
    'last_file_at',
    'open_differences',
    'reconciliation',
    'expected_at',
  ],
})

export type ProcessorSettlement = Row<typeof processorSettlement>
