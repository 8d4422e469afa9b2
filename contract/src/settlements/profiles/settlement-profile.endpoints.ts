import { defineEndpoint } from '../../endpoint.ts'
import { settlementProfile } from './settlement-profile.entity.ts'
import type * as schemas from './settlement-profile.schemas.ts'

const { roles } = settlementProfile
const shared = { area: 'settlement_profile', module: 'collecting' } as const
/** What decides where money goes and when. */
const byPerson = { personOnly: true, needsFreshFactor: true } as const

export const createSettlementProfileEndpoint = defineEndpoint<typeof schemas.createSettlementProfileSchemas>()({
  ...shared,
  ...byPerson,
  name: 'create-settlement-profile',
  method: 'POST',
  path: '/v1/psp/settlementprofile',
  summary: 'Create a settlement profile',
  description:
    'A profile with the book BANK_ACCOUNT separates the payments of the payment profiles that name its bank account from then on.',
  access: roles.create,
  status: 201,
  refusals: [
    'settlement_profile_exists',
    'bank_account_not_verified',
    'currency_mismatch',
    'exchange_rate_missing',
    'invoice_payment_account_missing',
  ],
  changes: ['settlement_profile'],
})

/** It counts for the next settlement. A changed delay or method counts for the days that are open from then on. */
export const updateSettlementProfileEndpoint = defineEndpoint<typeof schemas.updateSettlementProfileSchemas>()({
  ...shared,
  ...byPerson,
  name: 'update-settlement-profile',
  method: 'POST',
  path: '/v1/psp/settlementprofile/:id',
  summary: 'Change a settlement profile',
  access: roles.update,
  refusals: [
    'bank_account_not_verified',
    'bank_account_of_book',
    'currency_mismatch',
    'exchange_rate_missing',
    'invoice_payment_account_missing',
    'settlement_profile_with_payouts',
  ],
  changes: ['settlement_profile'],
})

/** Its settlements that wait for their payout wait until it is released; further ones close and wait as well. */
export const holdSettlementProfileEndpoint = defineEndpoint<typeof schemas.holdSettlementProfileSchemas>()({
  ...shared,
  name: 'hold-settlement-profile',
  method: 'POST',
  path: '/v1/psp/settlementprofile/:id/hold',
  summary: 'Stop the payouts of a settlement profile, with a reason',
  access: roles.update,
  refusals: ['settlement_profile_on_hold'],
  changes: ['settlement_profile', 'settlement', 'psp_settlement'],
})

export const releaseSettlementProfileEndpoint = defineEndpoint<typeof schemas.releaseSettlementProfileSchemas>()({
  ...shared,
  ...byPerson,
  name: 'release-settlement-profile',
  method: 'POST',
  path: '/v1/psp/settlementprofile/:id/release',
  summary: 'Let the payouts of a settlement profile go on',
  access: roles.update,
  refusals: ['settlement_profile_not_on_hold'],
  changes: ['settlement_profile', 'settlement', 'psp_settlement'],
})

export const deleteSettlementProfileEndpoint = defineEndpoint<typeof schemas.deleteSettlementProfileSchemas>()({
  ...shared,
  ...byPerson,
  name: 'delete-settlement-profile',
  method: 'DELETE',
  path: '/v1/psp/settlementprofile/:id',
  summary: 'Delete a settlement profile that has settled nothing',
  access: roles.delete,
  status: 204,
  refusals: ['settlement_profile_in_use'],
  changes: ['settlement_profile'],
})

export const settlementProfilePreviewEndpoint = defineEndpoint<typeof schemas.settlementProfilePreviewSchemas>()({
  ...shared,
  name: 'get-settlement-profile-preview',
  method: 'GET',
  path: '/v1/psp/settlementprofile/:id/preview',
  summary: 'Get when the next settlement of a profile closes, what it covers, and what is known of it',
  access: roles.list,
})
