import { defineEndpoint } from '../endpoint.ts'
import { subscription } from './subscription.entity.ts'
import type * as schemas from './subscription.schemas.ts'

/** The subscription begins with a first payment on the page of `subscription_url`. */
export const createSubscriptionEndpoint = defineEndpoint<typeof schemas.createSubscriptionSchemas>()({
  name: 'create-subscription',
  method: 'POST',
  path: '/v1/subscription',
  area: 'subscription',
  module: 'subscriptions',
  summary: 'Create a subscription',
  access: subscription.roles.create,
  status: 201,
  refusals: ['merchant_inactive', 'customer_erased', 'no_processor_for_product', 'card_check_not_possible'],
  changes: ['subscription', 'plan'],
})

export const updateSubscriptionEndpoint = defineEndpoint<typeof schemas.updateSubscriptionSchemas>()({
  name: 'update-subscription',
  method: 'POST',
  path: '/v1/subscription/:id',
  area: 'subscription',
  module: 'subscriptions',
  summary: 'Change the number of cycles of a subscription',
  access: subscription.roles.update,
  refusals: ['subscription_over'],
  changes: ['subscription'],
})

export const cancelSubscriptionEndpoint = defineEndpoint<typeof schemas.cancelSubscriptionSchemas>()({
  name: 'cancel-subscription',
  method: 'POST',
  path: '/v1/subscription/:id/cancel',
  area: 'subscription',
  module: 'subscriptions',
  summary: 'Cancel a subscription: nothing more is charged',
  access: subscription.roles.update,
  refusals: ['subscription_over', 'operation_in_progress'],
  changes: ['subscription', 'plan'],
})

export const addDiscountEndpoint = defineEndpoint<typeof schemas.addDiscountSchemas>()({
  name: 'add-discount',
  method: 'POST',
  path: '/v1/subscription/:id/add-discount/:discountId',
  area: 'subscription',
  module: 'subscriptions',
  summary: 'Give a subscription a discount',
  access: subscription.roles.update,
  refusals: ['subscription_over', 'discount_not_eligible', 'discount_already_active', 'card_check_not_possible'],
  changes: ['subscription', 'subscription_discount'],
})

/** Holds from the next payment on; payments already reduced by it stay. */
export const removeAttachedDiscountEndpoint = defineEndpoint<typeof schemas.removeAttachedDiscountSchemas>()({
  name: 'remove-attached-discount',
  method: 'DELETE',
  path: '/v1/subscription/:id/remove-attached-discount/:discountId',
  area: 'subscription',
  module: 'subscriptions',
  summary: 'Remove a discount from a subscription',
  access: subscription.roles.update,
  status: 204,
  changes: ['subscription'],
})
