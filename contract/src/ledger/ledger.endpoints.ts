import { defineEndpoint } from '../endpoint.ts'
import { anyOf, financialReportRoles } from '../roles.ts'
import type * as schemas from './ledger.schemas.ts'

const reading = { method: 'GET', area: 'ledger', module: 'collecting' } as const

export const ledgerBalanceEndpoint = defineEndpoint<typeof schemas.ledgerBalanceSchemas>()({
  ...reading,
  name: 'get-ledger-balance',
  path: '/v1/ledger/balance',
  summary: 'Get what a merchant is owed now and later, and what is held',
  description:
    'One entry per book and currency. A book is what is settled together: that of a bank account, or the default one. What happened is booked within a second or so. The provider without a merchant gets the sums of all merchants per currency.',
  access: financialReportRoles,
})

export const pspLedgerBalanceEndpoint = defineEndpoint<typeof schemas.pspLedgerBalanceSchemas>()({
  ...reading,
  name: 'get-psp-ledger-balance',
  path: '/v1/psp/ledger/balance',
  summary: 'Get the balance of every account of the ledger, and what is not booked or not priced',
  access: anyOf('PSP_ALL', 'PSP_SETTLEMENT_ALL', 'PSP_SETTLEMENT_LIST'),
})
