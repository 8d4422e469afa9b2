import { defineEndpoint } from '../../endpoint.ts'
import { settlementTransfer } from '../settlement-transfer.entity.ts'
import { oneOff } from './one-off.entity.ts'
import type * as schemas from './one-off.schemas.ts'

const { create, update } = oneOff.roles
const shared = { area: 'one_off', module: 'collecting', changes: ['one_off'] } as const
const ofValues = ['too_far', 'currency_mismatch'] as const

export const createOneOffEndpoint = defineEndpoint<typeof schemas.createOneOffSchemas>()({
  ...shared,
  name: 'create-one-off',
  method: 'POST',
  path: '/v1/psp/oneoff',
  summary: 'Create a one-off',
  description: 'It is booked once somebody has approved it and its day has come.',
  access: create,
  // Who wrote it is asked at its approval; behind a program may be anybody.
  personOnly: true,
  status: 201,
  refusals: ofValues,
})

/** A field that is left out stays as it is. */
export const updateOneOffEndpoint = defineEndpoint<typeof schemas.updateOneOffSchemas>()({
  ...shared,
  name: 'update-one-off',
  method: 'POST',
  path: '/v1/psp/oneoff/:id',
  summary: 'Change a one-off that is not approved yet',
  access: update,
  personOnly: true,
  refusals: ['one_off_not_open', ...ofValues],
})

export const approveOneOffEndpoint = defineEndpoint<typeof schemas.approveOneOffSchemas>()({
  ...shared,
  name: 'approve-one-off',
  method: 'POST',
  path: '/v1/psp/oneoff/:id/approve',
  summary: 'Approve a one-off',
  description:
    'Nobody approves alone what they wrote, when it is above 500.00 or gives money to the merchant. One that repeats is approved with its repetitions.',
  access: update,
  personOnly: true,
  refusals: ['one_off_not_open', 'one_off_changed', 'same_person'],
})

export const cancelOneOffEndpoint = defineEndpoint<typeof schemas.cancelOneOffSchemas>()({
  ...shared,
  name: 'cancel-one-off',
  method: 'POST',
  path: '/v1/psp/oneoff/:id/cancel',
  summary: 'Cancel a one-off that is not booked yet, with its repetitions',
  access: update,
  refusals: ['one_off_over'],
})

/** For everybody who may read the settlement, also its merchant. */
export const settlementOneOffsEndpoint = defineEndpoint<typeof schemas.settlementOneOffsSchemas>()({
  name: 'list-settlement-one-offs',
  method: 'GET',
  path: '/v1/settlement/:id/oneoff',
  area: 'settlement',
  module: 'collecting',
  summary: 'List the one-offs of a settlement, in words',
  access: settlementTransfer.roles.list,
})
