import type { CardFields, FieldsPolicy } from '../manifest.ts'

/** The number is typed into frames of Adyen. The library that makes them is ours to serve: no script comes from elsewhere. */
const policyOf = (host: string): FieldsPolicy => ({
  'frame-src': [`https://${host}.adyen.com`],
  // Which brand a number is of, and the texts of another language than English.
  'connect-src': [`https://${host}.adyen.com`, `https://${host}.cdn.adyen.com`],
})

export const adyenCardFields: CardFields = {
  script: 'adyen',
  public_fields: ['client_key'],
  csp: { test: policyOf('checkoutshopper-test'), live: policyOf('checkoutshopper-live') },
}
