import { defineEndpoint } from '../endpoint.ts'
import { paymentProfile } from '../organisations/payment-profile.entity.ts'
import type * as schemas from './webhook-trial.schemas.ts'

/** The example is signed as every webhook is, and marked as a test. Nothing of it is kept. */
export const tryWebhookAddressEndpoint = defineEndpoint<typeof schemas.tryWebhookAddressSchemas>()({
  name: 'try-webhook-address',
  method: 'POST',
  path: '/v1/paymentprofile/:id/try-webhook',
  area: 'webhook_address',
  summary: 'Send an example to a webhook address of a payment profile',
  access: paymentProfile.roles.update,
  refusals: ['too_many_attempts'],
  withoutTransaction: true,
})
