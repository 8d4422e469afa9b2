import { defineEndpoint } from '../endpoint.ts'
import { superUser } from '../roles.ts'
import { statusUpdate } from './status-update.entity.ts'
import type * as schemas from './status-update.schemas.ts'

const refusals = [
  'status_overtaken',
  'status_not_possible',
  'payment_has_refunds',
  'contradiction_open',
  'operation_in_progress',
] as const

/** The id is that of a payment, a refund or a chargeback. */
export const statusUpdateItemEndpoint = defineEndpoint<typeof schemas.statusUpdateItemSchemas>()({
  name: 'get-status-update-item',
  method: 'GET',
  path: '/v1/psp/statusupdate/item/:id',
  area: 'status_update',
  summary: 'Find what has a status, with the statuses that a person may give it',
  access: superUser,
})

/** The change is made and undone, so that it says what would really happen. */
export const statusUpdateEffectsEndpoint = defineEndpoint<typeof schemas.statusUpdateEffectsSchemas>()({
  name: 'get-status-update-effects',
  method: 'GET',
  path: '/v1/psp/statusupdate/item/:id/effects',
  area: 'status_update',
  summary: 'Get what a change of the status would do',
  access: superUser,
  refusals,
})

const changes = ['status_update', 'transaction', 'refund', 'chargeback'] as const

/**
 * Gives a payment, a refund or a chargeback the status that a person says. Only steps of its transitions are possible, and
 * none while an order to its processor is under way or a report of the processor waits for a person.
 */
export const createStatusUpdateEndpoint = defineEndpoint<typeof schemas.createStatusUpdateSchemas>()({
  name: 'create-status-update',
  method: 'POST',
  path: '/v1/psp/statusupdate',
  area: 'status_update',
  summary: 'Change a status by hand',
  description: 'Above 500 units of its currency, it waits for a second person, and changes nothing until then.',
  access: statusUpdate.roles.create,
  personOnly: true,
  status: 201,
  refusals: [...refusals, 'status_update_open'],
  changes,
})

/** Another person than the one who asked for it. A status that has changed since then ends it, and changes nothing. */
export const approveStatusUpdateEndpoint = defineEndpoint<typeof schemas.approveStatusUpdateSchemas>()({
  name: 'approve-status-update',
  method: 'POST',
  path: '/v1/psp/statusupdate/:id/approve',
  area: 'status_update',
  summary: 'Approve and carry out a change of a status that somebody else asked for',
  description: 'When the status is another one than it was then, this is refused and the change is over (OVERTAKEN).',
  access: statusUpdate.roles.update,
  personOnly: true,
  needsFreshFactor: true,
  refusals: [...refusals, 'status_update_over', 'same_person'],
  changes,
})

export const rejectStatusUpdateEndpoint = defineEndpoint<typeof schemas.rejectStatusUpdateSchemas>()({
  name: 'reject-status-update',
  method: 'POST',
  path: '/v1/psp/statusupdate/:id/reject',
  area: 'status_update',
  summary: 'Reject a change of a status that waits for a second person',
  access: statusUpdate.roles.update,
  personOnly: true,
  refusals: ['status_update_over'],
  changes: ['status_update'],
})
