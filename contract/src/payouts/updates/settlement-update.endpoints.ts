import { defineEndpoint } from '../../endpoint.ts'
import { superUser } from '../../roles.ts'
import { settlementUpdate } from './settlement-update.entity.ts'
import type * as schemas from './settlement-update.schemas.ts'

const shared = { area: 'settlement_update', module: 'collecting' } as const
const changes = ['settlement_update', 'settlement', 'psp_settlement', 'payment_order'] as const
/** Money is booked, or leaves once more: a person decides, with a second factor at hand. */
const byPerson = { personOnly: true, needsFreshFactor: true } as const
const refusals = [
  'status_overtaken',
  'status_not_possible',
  'settlement_profile_on_hold',
  'payout_has_left',
  'psp_bank_account_missing',
  'ledger_not_open',
] as const

export const settlementUpdateItemEndpoint = defineEndpoint<typeof schemas.settlementUpdateItemSchemas>()({
  ...shared,
  name: 'get-settlement-update-item',
  method: 'GET',
  path: '/v1/psp/settlementupdate/item',
  summary: 'Find a settlement by its number or id, with what a person may do with it',
  access: superUser,
})

/** The change is made and undone, so that it says what would really happen. */
export const settlementUpdateEffectsEndpoint = defineEndpoint<typeof schemas.settlementUpdateEffectsSchemas>()({
  ...shared,
  name: 'get-settlement-update-effects',
  method: 'GET',
  path: '/v1/psp/settlementupdate/item/:id/effects',
  summary: 'Get what an update of a settlement would do',
  access: superUser,
  refusals,
})

export const createSettlementUpdateEndpoint = defineEndpoint<typeof schemas.createSettlementUpdateSchemas>()({
  ...shared,
  ...byPerson,
  name: 'create-settlement-update',
  method: 'POST',
  path: '/v1/psp/settlementupdate',
  summary: 'Hold or release a settlement, put its payout back for a new order, or say that the bank has paid it',
  description:
    'Above 500 units of its currency, an order again and a payment wait for a second person. What the bank says later of a payment that is booked already books nothing.',
  access: settlementUpdate.roles.create,
  status: 201,
  refusals: [...refusals, 'settlement_update_open'],
  changes,
})

export const approveSettlementUpdateEndpoint = defineEndpoint<typeof schemas.approveSettlementUpdateSchemas>()({
  ...shared,
  ...byPerson,
  name: 'approve-settlement-update',
  method: 'POST',
  path: '/v1/psp/settlementupdate/:id/approve',
  summary: 'Approve and carry out an update that somebody else asked for',
  description:
    'When the settlement or its payout is no longer as it was then, this is refused and the update is over (OVERTAKEN).',
  access: settlementUpdate.roles.update,
  refusals: [...refusals, 'settlement_update_over', 'same_person'],
  changes,
})

export const cancelSettlementUpdateEndpoint = defineEndpoint<typeof schemas.cancelSettlementUpdateSchemas>()({
  ...shared,
  personOnly: true,
  name: 'cancel-settlement-update',
  method: 'POST',
  path: '/v1/psp/settlementupdate/:id/cancel',
  summary: 'Cancel an update that waits for a second person',
  access: settlementUpdate.roles.update,
  refusals: ['settlement_update_over'],
  changes: ['settlement_update'],
})
