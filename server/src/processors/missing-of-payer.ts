import type { PayerField } from '@kontor/contract/checkout/checkout.rules'
import type { Payer } from './gateway.ts'
import type { ProductFacts } from './manifest.ts'

const values: Readonly<Record<PayerField, (payer: Payer) => string | undefined>> = {
  payer_name: ({ name }) => name,
  payer_email: ({ email }) => email,
  iban: ({ iban }) => iban,
  blik_code: ({ blik_code }) => blik_code,
}

/** Why nothing can be sent: the gateway wants what nobody said of the payer. Undefined: it is all there. */
export function missingOfPayer({ asks = [] }: Pick<ProductFacts, 'asks'>, payer: Payer = {}): string | undefined {
  const missing = asks.find((field) => !values[field](payer))
  return missing && `${missing}_missing`
}
