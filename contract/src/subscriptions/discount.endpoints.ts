import { defineEndpoint } from '../endpoint.ts'
import { subscriptionDiscount } from './discount.entity.ts'
import type * as schemas from './discount.schemas.ts'

export const createDiscountEndpoint = defineEndpoint<typeof schemas.createDiscountSchemas>()({
  name: 'create-discount',
  method: 'POST',
  path: '/v1/subscriptiondiscount',
  area: 'subscription_discount',
  module: 'subscriptions',
  summary: 'Create a subscription discount',
  access: subscriptionDiscount.roles.create,
  status: 201,
  refusals: ['merchant_inactive', 'amount_too_large'],
  changes: ['subscription_discount'],
})

/** The terms of a discount stay as agreed once a subscription has it; only its name can change then. */
export const updateDiscountEndpoint = defineEndpoint<typeof schemas.updateDiscountSchemas>()({
  name: 'update-discount',
  method: 'POST',
  path: '/v1/subscriptiondiscount/:id',
  area: 'subscription_discount',
  module: 'subscriptions',
  summary: 'Change a subscription discount',
  access: subscriptionDiscount.roles.update,
  refusals: ['discount_in_use', 'amount_too_large'],
  changes: ['subscription_discount'],
})

/** Subscriptions that have the discount keep it; no further subscription can be given it. */
export const deleteDiscountEndpoint = defineEndpoint<typeof schemas.deleteDiscountSchemas>()({
  name: 'delete-discount',
  method: 'DELETE',
  path: '/v1/subscriptiondiscount/:id',
  area: 'subscription_discount',
  module: 'subscriptions',
  summary: 'Delete a subscription discount',
  access: subscriptionDiscount.roles.delete,
  status: 204,
  changes: ['subscription_discount'],
})
