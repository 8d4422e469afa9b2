import { defineEndpoint } from '../endpoint.ts'
import { either, providerEntityRoles } from '../roles.ts'
import { paymentProfile } from './payment-profile.entity.ts'
import type * as schemas from './payment-profile.schemas.ts'

export const createPaymentProfileEndpoint = defineEndpoint<typeof schemas.createPaymentProfileSchemas>()({
  name: 'create-payment-profile',
  method: 'POST',
  path: '/v1/paymentprofile',
  area: 'payment_profile',
  summary: 'Create a payment profile',
  description:
    'Made without the roles for middleware, it also gets whatever the merchant is checked by: the middleware of its other payment profiles, and of those that were deleted.',
  access: paymentProfile.roles.create,
  status: 201,
  refusals: ['invalid_route', 'unroutable', 'fresh_factor_needed', 'bank_account_not_verified', 'too_many_checks'],
  changes: ['payment_profile', 'routing'],
})

/** Changes the given fields; null clears one. */
export const updatePaymentProfileEndpoint = defineEndpoint<typeof schemas.updatePaymentProfileSchemas>()({
  name: 'update-payment-profile',
  method: 'POST',
  path: '/v1/paymentprofile/:id',
  area: 'payment_profile',
  summary: 'Change a payment profile, or move it to another organisation',
  description:
    'Payments, links and other things that exist keep their organisation. Of `processors`, `middleware` and `routing` what is given replaces what was there; the commands of their own also take what the caller saw. Other middleware than before needs the roles of its command; a processor that was not there brings, without them, whatever the merchant is checked by.',
  access: paymentProfile.roles.update,
  refusals: ['invalid_route', 'unroutable', 'fresh_factor_needed', 'bank_account_not_verified', 'too_many_checks'],
  changes: ['payment_profile', 'processor', 'middleware', 'webhook_address', 'routing'],
})

/** Payments that exist stay with the processor that took them. */
export const setPaymentProfileProcessorsEndpoint = defineEndpoint<typeof schemas.setPaymentProfileProcessorsSchemas>()({
  name: 'set-payment-profile-processors',
  method: 'POST',
  path: '/v1/paymentprofile/:id/processors',
  area: 'payment_profile',
  summary: 'Set the processors of a payment profile, the preferred one first',
  description:
    'A payment goes to the first active one for its payment product, or to the one that its routing chooses.',
  access: paymentProfile.roles.update,
  refusals: ['processors_changed', 'invalid_route', 'unroutable', 'too_many_checks'],
  changes: ['payment_profile', 'processor', 'routing', 'middleware'],
})

/** The provider's, as middleware is: a merchant does not take its payments past what the provider has them checked by. */
export const setPaymentProfileMiddlewareEndpoint = defineEndpoint<typeof schemas.setPaymentProfileMiddlewareSchemas>()({
  name: 'set-payment-profile-middleware',
  method: 'POST',
  path: '/v1/paymentprofile/:id/middleware',
  area: 'payment_profile',
  summary: 'Set the middleware of a payment profile, in the order in which they are asked',
  description: 'It counts for payments that begin from then on.',
  access: providerEntityRoles('PSP_MIDDLEWARE').update,
  refusals: ['middleware_changed'],
  changes: ['payment_profile', 'middleware'],
})

export const deletePaymentProfileEndpoint = defineEndpoint<typeof schemas.deletePaymentProfileSchemas>()({
  name: 'delete-payment-profile',
  method: 'DELETE',
  path: '/v1/paymentprofile/:id',
  area: 'payment_profile',
  summary: 'Delete a payment profile that nothing uses',
  access: paymentProfile.roles.delete,
  status: 204,
  refusals: ['payment_profile_in_use'],
  changes: ['payment_profile', 'processor'],
})

export const paymentProfileHoldersEndpoint = defineEndpoint<typeof schemas.paymentProfileHoldersSchemas>()({
  name: 'payment-profile-holders',
  method: 'GET',
  path: '/v1/paymentprofile/:id/holders',
  area: 'payment_profile',
  summary: 'Count what uses a payment profile and keeps it from being deleted',
  access: either(paymentProfile.roles.update, paymentProfile.roles.delete),
})

export const newPaymentProfileEndpoint = defineEndpoint<typeof schemas.newPaymentProfileSchemas>()({
  name: 'new-payment-profile',
  method: 'GET',
  path: '/v1/paymentprofile/new',
  area: 'merchant',
  summary: 'Get what a new payment profile begins with',
  access: paymentProfile.roles.create,
  of: 'merchant',
})
