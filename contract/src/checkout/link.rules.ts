import { actions, type Transitions } from '../statuses/transitions.ts'

export const paymentLinkStatuses = ['CREATED', 'INITIATED', 'DONE', 'EXPIRED'] as const
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number]

/** INITIATED: somebody opened its page. DONE: it was paid as often as it may be. */
export const paymentLinkTransitions: Transitions<PaymentLinkStatus> = {
  CREATED: ['INITIATED', 'EXPIRED'],
  INITIATED: ['DONE', 'EXPIRED'],
  DONE: [],
  EXPIRED: [],
}

export const cardAddLinkStatuses = ['CREATED', 'INITIATED', 'DONE', 'EXPIRED', 'CANCELLED'] as const
export type CardAddLinkStatus = (typeof cardAddLinkStatuses)[number]

export const cardAddLinkTransitions: Transitions<CardAddLinkStatus> = {
  CREATED: ['INITIATED', 'EXPIRED', 'CANCELLED'],
  INITIATED: ['DONE', 'EXPIRED', 'CANCELLED'],
  DONE: [],
  EXPIRED: [],
  CANCELLED: [],
}

/** A link that can still be paid, unless its time is over. */
export const openLinkStatuses = ['CREATED', 'INITIATED'] as const

/** The actions that a link's status allows: send it again, end it. */
export const linkCan = actions<'mail' | 'end', CardAddLinkStatus>({
  mail: openLinkStatuses,
  end: openLinkStatuses,
})

/** The purpose of the stored card, which card networks require. */
export const cardPurposes = ['recurring', 'unscheduled', 'one_click'] as const
export type CardPurpose = (typeof cardPurposes)[number]

export const defaultExpiry_days = 30
export const longestExpiry_days = 366
/** The most mails for one link, and the least time between two of them. */
export const mostMails = 5
export const mailPause_ms = 60_000
