import { defineEndpoint } from '../endpoint.ts'
import { customer } from './customer.entity.ts'
import type * as schemas from './customer.schemas.ts'

export const createCustomerEndpoint = defineEndpoint<typeof schemas.createCustomerSchemas>()({
  name: 'create-customer',
  method: 'POST',
  path: '/v1/customer',
  area: 'customer',
  summary: 'Create a customer',
  access: customer.roles.create,
  status: 201,
  refusals: ['reference_taken'],
  changes: ['customer'],
})

/** A field that is left out stays as it is; null clears it. */
export const updateCustomerEndpoint = defineEndpoint<typeof schemas.updateCustomerSchemas>()({
  name: 'update-customer',
  method: 'POST',
  path: '/v1/customer/:id',
  area: 'customer',
  summary: 'Change a customer',
  access: customer.roles.update,
  refusals: ['customer_erased', 'reference_taken'],
  changes: ['customer'],
})

/** Refused when anything refers to the customer. The personal data of such a customer can be erased instead. */
export const deleteCustomerEndpoint = defineEndpoint<typeof schemas.deleteCustomerSchemas>()({
  name: 'delete-customer',
  method: 'DELETE',
  path: '/v1/customer/:id',
  area: 'customer',
  summary: 'Delete a customer that nothing refers to',
  access: customer.roles.delete,
  status: 204,
  refusals: ['customer_in_use'],
  changes: ['customer'],
})

/**
 * Removes the personal data for good. Payments and refunds stay, with their amounts; stored cards are revoked, and subscriptions
 * and planned payments are cancelled. Refused while one of these is being paid.
 */
export const eraseCustomerEndpoint = defineEndpoint<typeof schemas.eraseCustomerSchemas>()({
  name: 'erase-customer',
  method: 'POST',
  path: '/v1/customer/:id/erase',
  area: 'customer',
  summary: 'Erase the personal data of a customer',
  access: customer.roles.delete,
  refusals: ['customer_erased', 'operation_in_progress'],
  changes: ['customer', 'card', 'transaction', 'subscription', 'scheduled_transaction'],
})
