import { defineEndpoint } from '../endpoint.ts'
import { plan } from './plan.entity.ts'
import type * as schemas from './plan.schemas.ts'

export const createPlanEndpoint = defineEndpoint<typeof schemas.createPlanSchemas>()({
  name: 'create-plan',
  method: 'POST',
  path: '/v1/plan',
  area: 'plan',
  summary: 'Create a plan',
  access: plan.roles.create,
  status: 201,
  refusals: ['merchant_inactive', 'amount_too_large'],
  changes: ['plan'],
})

/** Of a plan that is subscribed to, what was agreed stays: amount, interval and shop. */
export const updatePlanEndpoint = defineEndpoint<typeof schemas.updatePlanSchemas>()({
  name: 'update-plan',
  method: 'POST',
  path: '/v1/plan/:id',
  area: 'plan',
  summary: 'Change a plan',
  access: plan.roles.update,
  refusals: ['plan_in_use', 'amount_too_large'],
  changes: ['plan'],
})

/** Not while subscriptions of it go on. One that was subscribed to is kept for its past, and in no list any more. */
export const deletePlanEndpoint = defineEndpoint<typeof schemas.deletePlanSchemas>()({
  name: 'delete-plan',
  method: 'DELETE',
  path: '/v1/plan/:id',
  area: 'plan',
  summary: 'Delete a plan',
  access: plan.roles.delete,
  status: 204,
  refusals: ['plan_has_subscriptions'],
  changes: ['plan'],
})
