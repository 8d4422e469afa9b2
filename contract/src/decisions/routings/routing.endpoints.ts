import { defineEndpoint } from '../../endpoint.ts'
import { paymentProfile } from '../../organisations/payment-profile.entity.ts'
import { either } from '../../roles.ts'
import { routing } from './routing.entity.ts'
import type * as schemas from './routing.schemas.ts'

/** For whoever writes routings and may not look into processors. */
export const newRoutingEndpoint = defineEndpoint<typeof schemas.newRoutingSchemas>()({
  name: 'new-routing',
  method: 'GET',
  path: '/v1/routing/new',
  area: 'routing',
  summary: 'Get what a routing begins with, and the processors that it can name',
  access: either(routing.roles.create, routing.roles.update),
  of: 'merchant',
})

export const createRoutingEndpoint = defineEndpoint<typeof schemas.createRoutingSchemas>()({
  name: 'create-routing',
  method: 'POST',
  path: '/v1/routing',
  area: 'routing',
  summary: 'Create a routing',
  description: 'It counts for the payment profiles that choose it.',
  access: routing.roles.create,
  status: 201,
  refusals: ['name_taken'],
  changes: ['routing'],
})

/** The change counts for payments that begin from then on. */
export const updateRoutingEndpoint = defineEndpoint<typeof schemas.updateRoutingSchemas>()({
  name: 'update-routing',
  method: 'POST',
  path: '/v1/routing/:id',
  area: 'routing',
  summary: 'Change a routing',
  description: 'It counts at once for the payment profiles that use it.',
  access: routing.roles.update,
  refusals: ['routing_changed', 'routing_in_use', 'name_taken', 'invalid_route', 'unroutable', 'too_many_checks'],
  changes: ['routing'],
})

export const restoreRoutingEndpoint = defineEndpoint<typeof schemas.restoreRoutingSchemas>()({
  name: 'restore-routing',
  method: 'POST',
  path: '/v1/routing/:id/restore',
  area: 'routing',
  summary: 'Give a routing the tree of an earlier version again, as a new version',
  access: routing.roles.update,
  refusals: ['routing_changed', 'routing_in_use', 'invalid_route', 'unroutable'],
  changes: ['routing'],
})

export const deleteRoutingEndpoint = defineEndpoint<typeof schemas.deleteRoutingSchemas>()({
  name: 'delete-routing',
  method: 'DELETE',
  path: '/v1/routing/:id',
  area: 'routing',
  summary: 'Delete a routing that no payment profile uses',
  access: routing.roles.delete,
  status: 204,
  refusals: ['routing_in_use'],
  changes: ['routing'],
})

/** Counted from the decisions themselves. */
export const routingSharesEndpoint = defineEndpoint<typeof schemas.routingSharesSchemas>()({
  name: 'get-routing-shares',
  method: 'GET',
  path: '/v1/routing/:id/shares',
  area: 'routing',
  summary: 'Count the payments of the last 28 days at each end of a routing',
  description: 'Over the payments that the caller sees, and over all versions that decided on them.',
  access: routing.roles.list,
})

export const routingDraftEndpoint = defineEndpoint<typeof schemas.routingDraftSchemas>()({
  name: 'get-routing-draft',
  method: 'GET',
  path: '/v1/routing/:id/draft',
  area: 'routing',
  summary: 'Read one’s own draft of a routing',
  access: routing.roles.update,
})

export const saveRoutingDraftEndpoint = defineEndpoint<typeof schemas.saveRoutingDraftSchemas>()({
  name: 'save-routing-draft',
  method: 'POST',
  path: '/v1/routing/:id/draft',
  area: 'routing',
  summary: 'Keep one’s own draft of a routing; it decides nothing',
  refusals: ['draft_changed'],
  access: routing.roles.update,
  changes: ['routing'],
})

export const deleteRoutingDraftEndpoint = defineEndpoint<typeof schemas.deleteRoutingDraftSchemas>()({
  name: 'delete-routing-draft',
  method: 'DELETE',
  path: '/v1/routing/:id/draft',
  area: 'routing',
  summary: 'Discard one’s own draft of a routing',
  access: routing.roles.update,
  status: 204,
  changes: ['routing'],
})

export const newRoutingDraftEndpoint = defineEndpoint<typeof schemas.newRoutingDraftSchemas>()({
  name: 'get-new-routing-draft',
  method: 'GET',
  path: '/v1/routing/new/draft',
  area: 'routing',
  summary: 'Read one’s own draft of a new routing',
  access: routing.roles.create,
})

export const saveNewRoutingDraftEndpoint = defineEndpoint<typeof schemas.saveNewRoutingDraftSchemas>()({
  name: 'save-new-routing-draft',
  method: 'POST',
  path: '/v1/routing/new/draft',
  area: 'routing',
  summary: 'Keep one’s own draft of a new routing; it decides nothing',
  refusals: ['draft_changed'],
  access: routing.roles.create,
  changes: ['routing'],
})

export const deleteNewRoutingDraftEndpoint = defineEndpoint<typeof schemas.deleteNewRoutingDraftSchemas>()({
  name: 'delete-new-routing-draft',
  method: 'DELETE',
  path: '/v1/routing/new/draft',
  area: 'routing',
  summary: 'Discard one’s own draft of a new routing',
  access: routing.roles.create,
  status: 204,
  changes: ['routing'],
})

export const routingProfilesEndpoint = defineEndpoint<typeof schemas.routingProfilesSchemas>()({
  name: 'get-routing-profiles',
  method: 'GET',
  path: '/v1/routing/:id/profiles',
  area: 'routing',
  summary: 'List the payment profiles that use a routing, as far as the caller sees them',
  access: routing.roles.list,
})

/** The same function decides on payments. */
export const tryRoutingEndpoint = defineEndpoint<typeof schemas.tryRoutingSchemas>()({
  name: 'try-routing',
  method: 'POST',
  path: '/v1/routing/try',
  area: 'routing',
  summary: 'Say which processor a tree chooses for a payment, and why; stores nothing',
  access: routing.roles.list,
})

/** The same function checks while somebody types. */
export const checkRoutingEndpoint = defineEndpoint<typeof schemas.checkRoutingSchemas>()({
  name: 'check-routing',
  method: 'POST',
  path: '/v1/routing/check',
  area: 'routing',
  summary: 'Find what can be known of a tree without a payment; stores nothing',
  description:
    'Ends that no payment reaches, conditions that decide nothing, processors that are missing or never used. `undecided` stands where a tree is too complex to check in full.',
  access: routing.roles.list,
})

export const profileRoutingsEndpoint = defineEndpoint<typeof schemas.profileRoutingsSchemas>()({
  name: 'list-routings-of-products',
  method: 'GET',
  path: '/v1/paymentprofile/routing',
  area: 'payment_profile',
  summary: 'List the routings that a payment profile can use, by payment product',
  access: either(paymentProfile.roles.list, paymentProfile.roles.create, paymentProfile.roles.update),
  of: 'merchant',
})
