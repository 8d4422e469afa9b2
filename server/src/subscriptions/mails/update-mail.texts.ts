import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  plan: string
  /** Null: a customer without a name. */
  customer: string | null
  shop: string
  status: SubscriptionStatus
}

export const updateTexts: MailTexts<Said> = {
  nl({ plan, customer, shop, status }) {
    const now = statuses.nl[status]
    return {
      subject: `Abonnement ${plan}: ${now}`,
      paragraphs: [
        `Het abonnement ${plan} van ${customer ?? 'een klant'} is nu ${now}.`,
        `Je krijgt deze mail omdat het abonnement van ${shop} dit adres noemt.`,
      ],
      button: 'Abonnement bekijken',
    }
  },
  'en-US'({ plan, customer, shop, status }) {
    const now = statuses['en-US'][status]
    return {
      subject: `Subscription ${plan}: ${now}`,
      paragraphs: [
        `The subscription ${plan} of ${customer ?? 'a customer'} is now ${now}.`,
        `You receive this email because the plan of ${shop} names this address.`,
      ],
      button: 'View subscription',
    }
  },
}

const statuses = {
  nl: {
    CREATED: 'aangemaakt',
    ACTIVE: 'actief',
    PAST_DUE: 'achterstallig',
    EXPIRED: 'verlopen',
    CANCELLED: 'opgezegd',
    COMPLETED: 'voltooid',
  },
  'en-US': {
    CREATED: 'created',
    ACTIVE: 'active',
    PAST_DUE: 'past due',
    EXPIRED: 'expired',
    CANCELLED: 'cancelled',
    COMPLETED: 'completed',
  },
}
