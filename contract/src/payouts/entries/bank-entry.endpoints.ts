import { defineEndpoint } from '../../endpoint.ts'
import { bankEntry } from './bank-entry.entity.ts'
import type * as schemas from './bank-entry.schemas.ts'

const shared = { area: 'bank_entry', module: 'collecting' } as const
/** What is said of money at the bank is booked: a person decides, with a second factor at hand. */
const deciding = {
  ...shared,
  personOnly: true,
  needsFreshFactor: true,
  changes: ['bank_entry', 'processor_settlement', 'psp_bank_account', 'client_money_day', 'invoice'],
} as const

export const getReceiptsEndpoint = defineEndpoint<typeof schemas.getReceiptsSchemas>()({
  ...shared,
  name: 'get-receipts',
  method: 'GET',
  path: '/v1/psp/bankentry/:id/receipt',
  summary: 'See which processor settlements an entry of the bank pays, or may pay, and why it was matched with none',
  access: bankEntry.roles.list,
})

export const matchBankEntryEndpoint = defineEndpoint<typeof schemas.matchBankEntrySchemas>()({
  ...deciding,
  name: 'match-bank-entry',
  method: 'POST',
  path: '/v1/psp/bankentry/:id/match',
  summary: 'Say which files of processors an entry of the bank pays',
  description:
    'What came is booked. Where it is not what the files say, the rest is a difference RECEIVED of the largest of them.',
  access: bankEntry.roles.update,
  refusals: [
    'entry_decided',
    'entry_not_client_money',
    'entry_other_side',
    'entry_names_payout',
    'file_received',
    'lines_not_decided',
    'ledger_not_open',
  ],
})

export const decideBankEntryEndpoint = defineEndpoint<typeof schemas.decideBankEntrySchemas>()({
  ...deciding,
  name: 'decide-bank-entry',
  method: 'POST',
  path: '/v1/psp/bankentry/:id/decide',
  summary:
    "Say that an entry of the bank is the provider's own money, a cost of the bank, a debt that a merchant paid, or booked elsewhere",
  description:
    'OWN_MONEY, BANK_COST and DEBT are booked; ELSEWHERE books nothing. A debt of a settlement that is paid is part of the next one; an invoice that is paid asks for less.',
  access: bankEntry.roles.update,
  refusals: [
    'entry_decided',
    'entry_not_client_money',
    'entry_other_side',
    'entry_names_payout',
    'more_than_debt',
    'ledger_not_open',
  ],
})
