import type { CardFields, FieldsPolicy } from '../manifest.ts'

/** As Stripe's guide to security names them, without those for addresses, which are not asked for. */
const policy: FieldsPolicy = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
}

export const stripeCardFields: CardFields = {
  script: 'stripe',
  public_fields: ['publishable_key'],
  csp: { test: policy, live: policy },
}
