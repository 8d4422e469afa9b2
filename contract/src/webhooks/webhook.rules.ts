import { cardAddLinkStatuses, paymentLinkStatuses } from '../checkout/link.rules.ts'
import { chargebackStatuses } from '../disputes/chargeback.rules.ts'
import { refundStatuses } from '../payments/refund.rules.ts'
import { transactionStatuses } from '../payments/transaction.rules.ts'
import { anyOf } from '../roles.ts'
import { subscriptionStatuses } from '../subscriptions/subscription.rules.ts'

/** Types of item that a webhook can be about (000 section 4); payment links, subscriptions, settlements and reports are ours. */
export const webhookTypes = [
  'transaction',
  'refund',
  'chargeback',
  'validationruleset',
  'cardlink',
  'paymentlink',
  'subscription',
  'settlement',
  'report',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** The statuses of 000 section 4, and further ones of refunds, subscriptions and settlements. */
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
  'CLOSED',
  'ON_HOLD',
  'CARRIED',
  'PAID',
  'RETURNED',
] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** The statuses that items of a type can have: a webhook sent by hand reports one of these. */
export const statusesToTell = {
  transaction: transactionStatuses,
  refund: refundStatuses,
  chargeback: chargebackStatuses,
  // A payment that a ruleset hits begins, or is blocked.
  validationruleset: ['INITIATED', 'CANCELLED'],
  cardlink: cardAddLinkStatuses,
  paymentlink: paymentLinkStatuses,
  subscription: subscriptionStatuses,
  // Approval is between the provider's staff.
  settlement: ['CLOSED', 'ON_HOLD', 'CARRIED', 'PAID', 'RETURNED'],
  // It is told when it is over.
  report: ['PROCESSED'],
} as const satisfies { readonly [T in WebhookType]?: readonly WebhookStatus[] }

export type SendableType = keyof typeof statusesToTell
// The cast is safe: these are the keys of the record above.
export const sendableTypes = Object.keys(statusesToTell) as [SendableType, ...SendableType[]]

/** REFUSED: the receiver does not accept it. GIVEN_UP: every attempt failed, and no further one follows. */
export const webhookDeliveries = ['WAITING', 'DELIVERED', 'REFUSED', 'GIVEN_UP'] as const
export type WebhookDelivery = (typeof webhookDeliveries)[number]

/** For so many days a webhook waits for an address that is switched off. Then it is given up, and can be sent again by hand. */
export const waitsForAddress_days = 30

/** Roles that may begin a new webhook like an existing one (000 section 2 leaves the roles open). */
export const cloneWebhookRoles = anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL', 'WEBHOOK_CREATE')

/** Why an attempt got no answer. */
export const webhookProblems = [
  'address_refused',
  'unknown_host',
  'connection_refused',
  'certificate',
  'no_answer',
  'timeout',
] as const

/** `address_off`: no attempt was made any more, because the address stayed switched off. */
export const webhookAttemptProblems = [...webhookProblems, 'address_off'] as const
