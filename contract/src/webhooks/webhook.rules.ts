import { cardAddLinkStatuses, paymentLinkStatuses } from '../checkout/link.rules.ts'
import { chargebackStatuses } from '../disputes/chargeback.rules.ts'
import { refundStatuses } from '../payments/refund.rules.ts'
import { transactionStatuses } from '../payments/transaction.rules.ts'
import { anyOf } from '../roles.ts'
import { subscriptionStatuses } from '../subscriptions/subscription.rules.ts'

/** What a webhook can be about (000 section 4), and besides that payment links and subscriptions. */
export const webhookTypes = [
  'transaction',
  'refund',
  'chargeback',
  'validationruleset',
  'cardlink',
  'paymentlink',
  'subscription',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** 000 section 4, and what refunds and subscriptions have besides. */
export const webhookStatuses = [
  'INITIATED',
  'IN_PROGRESS',
  'PENDING',
  'AUTHORIZED',
  'PROCESSED',
  'SETTLEMENT_REQUESTED',
  'SETTLEMENT_COMPLETED',
  'DECLINED',
  'FAILED',
  'UNKNOWN',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
  'OPEN',
  'IN_DISPUTE',
  'WON',
  'LOST',
  'CREATED',
  'DONE',
  'EXPIRED',
  'HOLD',
  'ACTIVE',
  'PAST_DUE',
  'COMPLETED',
] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** Which of them the things of a type can have: a webhook that is sent by hand says one of these. */
export const statusesToTell = {
  transaction: transactionStatuses,
  refund: refundStatuses,
  chargeback: chargebackStatuses,
  cardlink: cardAddLinkStatuses,
  paymentlink: paymentLinkStatuses,
  subscription: subscriptionStatuses,
} as const satisfies { readonly [T in WebhookType]?: readonly WebhookStatus[] }

export type SendableType = keyof typeof statusesToTell
// The keys of the record above.
export const sendableTypes = Object.keys(statusesToTell) as [SendableType, ...SendableType[]]

/** REFUSED: the other side will not take it. GIVEN_UP: it did not answer well, as often as it was tried. */
export const webhookDeliveries = ['WAITING', 'DELIVERED', 'REFUSED', 'GIVEN_UP'] as const
export type WebhookDelivery = (typeof webhookDeliveries)[number]

/** Who may begin a new one like it (000 section 2 leaves the roles open). */
export const cloneWebhookRoles = anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL', 'WEBHOOK_CREATE')
