import type { CardFields, FieldsPolicy } from '../manifest.ts'

const policy: FieldsPolicy = {
  'script-src': ['https://js.mollie.com'],
  'frame-src': ['https://js.mollie.com'],
  'connect-src': ['https://js.mollie.com'],
  // Mollie's script writes styles into the page, and has no other way.
  'style-src': ["'unsafe-inline'"],
}

export const mollieCardFields: CardFields = {
  script: 'mollie',
  public_fields: ['profile_id'],
  csp: { test: policy, live: policy },
}
