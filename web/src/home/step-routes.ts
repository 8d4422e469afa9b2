import type { FirstStep } from '@kontor/contract/home/attention.rules'

/** The screen on which a first step is done. `app/screens.test.ts` checks that each exists. */
export const stepRoutes: Readonly<Record<FirstStep, `/${string}`>> = {
  second_factor: '/profile',
  payment_link: '/payment-links',
  checkout_design: '/checkout-designs/new',
  api_key: '/apiSettings',
  webhook_address: '/apiSettings',
}
