import type { failures } from '@kontor/contract/checkout/checkout.schemas'

type Failure = (typeof failures)[number]

const told: Readonly<Record<string, Failure>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  authentication_failed: 'authentication_failed',
  cancelled_by_payer: 'cancelled_by_payer',
  abandoned: 'abandoned',
  authentication_not_completed: 'abandoned',
  payer_did_not_return: 'abandoned',
  payer_gone: 'abandoned',
}

/** The reason of a failed payment, as its payer is told. */
export const failureTold = (reason: string | null): Failure => told[reason ?? ''] ?? 'declined'
