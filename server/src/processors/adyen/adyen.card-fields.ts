import type { CardFields, FieldsPolicy } from '../manifest.ts'

/** Where Adyen keeps live accounts outside of Europe, by the ends of the names of its environments. */
export const adyenRegions = ['us', 'au', 'apse', 'in', 'nea'] as const

/** The number is typed into frames of Adyen. The library that makes them is ours to serve: no script comes from elsewhere. */
const policyOf = (...hosts: readonly string[]): FieldsPolicy => {
  const frames = hosts.map((host) => `https://${host}.adyen.com`)
  // Which brand a number is of, and the texts of another language than English.
  return { 'frame-src': frames, 'connect-src': [...frames, ...hosts.map((host) => `https://${host}.cdn.adyen.com`)] }
}

const live = 'checkoutshopper-live'

export const adyenCardFields: CardFields = {
  script: 'adyen',
  public_fields: ['client_key', 'live_region'],
  csp: {
    test: policyOf('checkoutshopper-test'),
    live: policyOf(live, ...adyenRegions.map((each) => `${live}-${each}`)),
  },
}
