import type { MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Asker, PaymentJob } from '../outbox/outbox.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'

/** The order of a payment that middleware is asked about. */
export type Screened = Extract<PaymentJob, { topic: 'processor.authorize' }>

/** What middleware is told of a payment: nothing of its card. */
export function questionOf(
  { payload }: Screened,
  payment: StoredTransaction,
  asker: Asker | undefined,
): MiddlewareQuestion {
  const { id, created_at, amount, currency_code, merchant_reference } = payment
  return {
    type: 'payment.asked',
    timestamp: created_at,
    data: {
      ...{ id, created_at, amount, currency_code, merchant_reference },
      payment_profile: payment.payment_profile_id,
      organisation: payment.organisation_id,
      // A CHECK allows the contract's products and types only.
      payment_product: payment.payment_product as PaymentProduct,
      recurring_type: payment.recurring_type as 'initial' | 'subsequent' | null,
      payer_present: payload.payer_present === true,
      customer: payment.customer_id,
      country_code: payment.country_code ?? asker?.payer?.country ?? null,
      email: asker?.payer?.email ?? null,
      ip: asker?.payer?.ip ?? null,
      ...{ platform: payment.platform, browser: payment.browser },
      payment_link: payment.payment_link_id,
      subscription: payment.subscription_id,
      terminal: payment.terminal_id,
    },
  }
}
