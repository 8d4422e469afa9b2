import type { CheckoutLook } from '@kontor/contract/checkout/checkout.schemas'
import type { Language } from '@kontor/contract/identity/session'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'

/** The data that the design form sends to the preview. */
export interface Sample {
  stylesheet: string
  language: Language
  shop: string
  look: CheckoutLook
  products: readonly PaymentProduct[]
}
