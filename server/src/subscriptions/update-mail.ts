import { type Language, languages } from '@kontor/contract/identity/session'
import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import { sql } from 'kysely'
import type { Databases } from '../platform/db/database.ts'
import type { Message } from '../platform/mail/message.ts'
import type { MailMaker } from '../platform/mail/worker.ts'

interface Found {
  language: string
  plan: string
  customer: string | null
  shop: string
}

/** Makes the mail to the address of the plan: it names the subscription and its status. */
export const makeUpdateMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { merchant = '', subscription = '', status = '', address = '' }) => {
    const { rows } = await sql<Found>`
      select m.language, p.name as plan, shop.display_name as shop,
        nullif(concat_ws(' ', c.first_name, c.last_name), '') as customer
      from subscription s
      join merchant m on m.id = s.merchant_id
      join plan p on p.merchant_id = s.merchant_id and p.id = s.plan_id
      join payment_profile shop on shop.merchant_id = s.merchant_id and shop.id = s.payment_profile_id
      join customer c on c.merchant_id = s.merchant_id and c.id = s.customer_id
      where s.merchant_id = ${merchant} and s.id = ${subscription}`.execute(databases.provider)
    const [found] = rows
    if (!found) return undefined
    const language = languages.find((each) => each === found.language) ?? 'nl'
    return message(language, found, status as SubscriptionStatus, address, `${publicUrl}/subscriptions/${subscription}`)
  }

function message(
  language: Language,
  { plan, customer, shop }: Found,
  status: SubscriptionStatus,
  address: string,
  url: string,
): Message {
  const texts = mailTexts[language]
  const said = { plan: oneLine(plan), customer: customer ?? texts.somebody, status: texts.statuses[status] }
  return {
    to: { name: address, address },
    language,
    content: {
      subject: texts.subject(said),
      paragraphs: [texts.text(said), texts.why(oneLine(shop))],
      link: { label: texts.button, url },
      closing: texts.closing,
    },
  }
}

interface Said {
  plan: string
  customer: string
  status: string
}

const mailTexts = {
  nl: {
    subject: ({ plan, status }: Said) => `Abonnement ${plan}: ${status}`,
    text: ({ plan, customer, status }: Said) => `Het abonnement ${plan} van ${customer} is nu ${status}.`,
    why: (shop: string) => `Je krijgt deze mail omdat het abonnement van ${shop} dit adres noemt.`,
    somebody: 'een klant',
    button: 'Abonnement bekijken',
    closing: 'Deze mail is automatisch verstuurd door Kontor.',
    statuses: {
      CREATED: 'aangemaakt',
      ACTIVE: 'actief',
      PAST_DUE: 'achterstallig',
      EXPIRED: 'verlopen',
      CANCELLED: 'opgezegd',
      COMPLETED: 'voltooid',
    },
  },
  'en-US': {
    subject: ({ plan, status }: Said) => `Subscription ${plan}: ${status}`,
    text: ({ plan, customer, status }: Said) => `The subscription ${plan} of ${customer} is now ${status}.`,
    why: (shop: string) => `You receive this email because the plan of ${shop} names this address.`,
    somebody: 'a customer',
    button: 'View subscription',
    closing: 'This email was sent automatically by Kontor.',
    statuses: {
      CREATED: 'created',
      ACTIVE: 'active',
      PAST_DUE: 'past due',
      EXPIRED: 'expired',
      CANCELLED: 'cancelled',
      COMPLETED: 'completed',
    },
  },
} as const

/** The plan's name was typed by people and goes into a header, where a line break would be dangerous. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')
