import { plusDays } from '@kontor/contract/dates'
import { type Language, languages } from '@kontor/contract/identity/session'
import { formatMoney } from '@kontor/contract/money'
import { payWithin_days } from '@kontor/contract/subscriptions/subscription.rules'
import { sql } from 'kysely'
import { checkoutAddress } from '../../checkout/token.ts'
import type { Databases } from '../../platform/db/database.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Message, Sender } from '../../platform/mail/message.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { payerTexts, whyOf } from './payer-mail.texts.ts'

interface House {
  databases: Databases
  publicUrl: string
  masterKey: string
}

interface Found {
  language: string
  sender: Sender
  plan: string
  shop: string
  website: string | null
  name: string
  email_address: string | null
  amount: number
  currency_code: string
  due_date: string
  first_failed_on: string
  /** The day of the next try; null: there is none. */
  retry_on: string | null
  payment_product: string | null
  card_brand: string | null
  card_last_four: string | null
}

/**
 * Makes the mail to the payer of a failed cycle, with the address where they pay with the same or another card. Undefined
 * when there is nothing to pay any more, or no address to send it to.
 */
export const makePayerMail =
  (house: House): MailMaker =>
  async (_template, values) => {
    const found = await findOwed(house.databases, values)
    if (!found?.email_address) return undefined
    const language = languages.find((each) => each === found.language) ?? 'nl'
    const url = checkoutAddress(house, { kind: 'subscription', id: values.subscription ?? '' })
    return message(language, found, { address: found.email_address, reason: values.reason ?? '', url })
  }

async function findOwed({ provider }: Databases, { merchant = '', subscription = '', cycle = '' }: Values) {
  const { rows } = await sql<Found>`
    select coalesce(s.agreed_language, m.mail_language, m.language) as language,
      json_build_object('name', m.mail_name, 'reply_to', m.mail_reply_to) as sender, p.name as plan, shop.display_name as shop, shop.website,
      concat_ws(' ', c.first_name, c.last_name) as name, c.email_address, y.amount, s.currency_code, y.due_date,
      y.first_failed_on, case when s.final_decline is null then s.act_on end as retry_on,
      s.payment_product, card.brand as card_brand, card.last_four as card_last_four
    from subscription s
    join merchant m on m.id = s.merchant_id and m.active
    join plan p on p.merchant_id = s.merchant_id and p.id = s.plan_id
    join payment_profile shop on shop.merchant_id = s.merchant_id and shop.id = s.payment_profile_id
    join customer c on c.merchant_id = s.merchant_id and c.id = s.customer_id
    join subscription_cycle y on y.merchant_id = s.merchant_id and y.subscription_id = s.id and y.cycle = s.billing_cycle
    left join card on card.merchant_id = s.merchant_id and card.id = s.card_id
    where s.merchant_id = ${merchant} and s.id = ${subscription} and y.cycle = ${cycle}::int
      and s.status = 'PAST_DUE' and y.living = 0`.execute(provider)
  return rows[0]
}

interface About {
  address: string
  reason: string
  url: string
}

function message(language: Language, found: Found, { address, reason, url }: About): Message {
  const day = (date: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
  const text = payerTexts[language]({
    shop: oneLine(found.shop),
    website: found.website,
    name: found.name,
    plan: oneLine(found.plan),
    amount: formatMoney(found.amount, found.currency_code, language),
    due: day(found.due_date),
    product: found.payment_product,
    lastFour: found.card_last_four,
    why: whyOf(reason),
    again: found.retry_on === null ? null : day(found.retry_on),
    until: day(plusDays(found.first_failed_on, payWithin_days)),
  })
  const to = { name: oneLine(found.name || address), address }
  return messageOf(text, { to, from: found.sender, language, url })
}
