import { defineEndpoint } from '../endpoint.ts'
import { either } from '../roles.ts'
import { checkoutDesign } from './checkout-design.entity.ts'
import type * as schemas from './checkout-design.schemas.ts'

export const createCheckoutDesignEndpoint = defineEndpoint<typeof schemas.createCheckoutDesignSchemas>()({
  name: 'create-checkout-design',
  method: 'POST',
  path: '/v1/checkout',
  area: 'checkout',
  summary: 'Create a checkout design',
  access: checkoutDesign.roles.create,
  status: 201,
  refusals: ['merchant_inactive'],
  changes: ['checkout'],
})

export const updateCheckoutDesignEndpoint = defineEndpoint<typeof schemas.updateCheckoutDesignSchemas>()({
  name: 'update-checkout-design',
  method: 'POST',
  path: '/v1/checkout/:id',
  area: 'checkout',
  summary: 'Change a checkout design',
  access: checkoutDesign.roles.update,
  changes: ['checkout'],
})

/**
 * Refused while a plan, or a link that can still be paid, uses the design. The row stays for links that are over, but
 * in no list.
 */
export const deleteCheckoutDesignEndpoint = defineEndpoint<typeof schemas.deleteCheckoutDesignSchemas>()({
  name: 'delete-checkout-design',
  method: 'DELETE',
  path: '/v1/checkout/:id',
  area: 'checkout',
  summary: 'Delete a checkout design',
  access: checkoutDesign.roles.delete,
  status: 204,
  refusals: ['checkout_in_use'],
  changes: ['checkout'],
})

/** Returns the style sheet of a design that need not exist yet. Stores nothing. */
export const previewCheckoutDesignEndpoint = defineEndpoint<typeof schemas.previewCheckoutDesignSchemas>()({
  name: 'preview-checkout-design',
  method: 'POST',
  area: 'checkout',
  path: '/v1/checkout/preview',
  summary: 'Preview a checkout design before it is saved',
  access: either(checkoutDesign.roles.create, checkoutDesign.roles.update),
  changes: [],
})
