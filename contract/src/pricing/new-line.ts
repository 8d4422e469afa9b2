import type { Line } from './price.rules.ts'

/** A line for every payment that costs nothing, with what is given. */
export const newLine = (given: Partial<Line> = {}): Line => ({
  ...{ event: 'capture', gateway: null, product: null, brand: null, holder: null, funding: null },
  ...{ region: null, domestic: null, channel: null, currency_code: null, amount_from: null, amount_until: null },
  ...{ tier_from: null, tier_until: null },
  ...{ fixed: 0, ppm: 0, minimum: null, maximum: null, passes_on: null },
  ...{ text_nl: null, text_en: null },
  ...{ interchange_fixed: 0, interchange_ppm: 0, scheme_fees_fixed: 0, scheme_fees_ppm: 0 },
  ...given,
})
