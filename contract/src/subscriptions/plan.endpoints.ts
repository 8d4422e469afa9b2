import { defineEndpoint } from '../endpoint.ts'
import { plan } from './plan.entity.ts'
import type * as schemas from './plan.schemas.ts'

export const createPlanEndpoint = defineEndpoint<typeof schemas.createPlanSchemas>()({
  name: 'create-plan',
  method: 'POST',
  path: '/v1/plan',
  area: 'plan',
  module: 'subscriptions',
  summary: 'Create a plan',
  access: plan.roles.create,
  status: 201,
  refusals: ['merchant_inactive', 'amount_too_large'],
  changes: ['plan'],
})

/** The terms of a plan stay as agreed once somebody subscribed to it: amount, interval and shop. */
export const updatePlanEndpoint = defineEndpoint<typeof schemas.updatePlanSchemas>()({
  name: 'update-plan',
  method: 'POST',
  path: '/v1/plan/:id',
  area: 'plan',
  module: 'subscriptions',
  summary: 'Change a plan',
  access: plan.roles.update,
  refusals: ['plan_in_use', 'amount_too_large'],
  changes: ['plan'],
})

/** Refused while subscriptions to the plan are live. A plan with past subscriptions stays for them, but in no list. */
export const deletePlanEndpoint = defineEndpoint<typeof schemas.deletePlanSchemas>()({
  name: 'delete-plan',
  method: 'DELETE',
  path: '/v1/plan/:id',
  area: 'plan',
  module: 'subscriptions',
  summary: 'Delete a plan',
  access: plan.roles.delete,
  status: 204,
  refusals: ['plan_has_subscriptions'],
  changes: ['plan'],
})
