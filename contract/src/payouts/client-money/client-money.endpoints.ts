import { defineEndpoint } from '../../endpoint.ts'
import { orderRoles } from '../payout.rules.ts'
import type * as schemas from './client-money.schemas.ts'
import { clientMoneyDay } from './client-money-day.entity.ts'

const shared = { area: 'client_money_day', module: 'collecting' } as const
/** Money goes to the provider: two persons decide, each with a second factor at hand. */
const sweeping = {
  ...shared,
  access: orderRoles,
  personOnly: true,
  needsFreshFactor: true,
  changes: ['client_money_day', 'bank_entry'],
} as const

export const getClientMoneyEndpoint = defineEndpoint<typeof schemas.getClientMoneySchemas>()({
  ...shared,
  name: 'get-client-money',
  method: 'GET',
  path: '/v1/psp/clientmoney',
  summary: 'See where the money of merchants is, whether it is all there, and what the provider may sweep',
  access: clientMoneyDay.roles.list,
})

export const createFeeSweepEndpoint = defineEndpoint<typeof schemas.createFeeSweepSchemas>()({
  ...sweeping,
  name: 'create-fee-sweep',
  method: 'POST',
  path: '/v1/psp/feesweep',
  summary: "Propose to move earned fees from client money to the provider's own account",
  description:
    'At most what may be swept. After the approval somebody orders it at the bank under its reference; the statement books it.',
  status: 201,
  refusals: ['sweep_exceeds_surplus', 'sweep_account_wrong', 'ledger_not_open'],
})

export const approveFeeSweepEndpoint = defineEndpoint<typeof schemas.approveFeeSweepSchemas>()({
  ...sweeping,
  name: 'approve-fee-sweep',
  method: 'POST',
  path: '/v1/psp/feesweep/:id/approve',
  summary: 'Approve a sweep that somebody else proposed',
  refusals: ['sweep_over', 'same_person', 'sweep_exceeds_surplus', 'ledger_not_open'],
})

export const cancelFeeSweepEndpoint = defineEndpoint<typeof schemas.cancelFeeSweepSchemas>()({
  ...sweeping,
  name: 'cancel-fee-sweep',
  method: 'POST',
  path: '/v1/psp/feesweep/:id/cancel',
  summary: 'Cancel a sweep that the bank has not booked',
  refusals: ['sweep_over', 'sweep_at_bank'],
})
