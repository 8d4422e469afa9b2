import { languages } from '@kontor/contract/identity/session'
import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import { sql } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { updateTexts } from './update-mail.texts.ts'

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
    const text = updateTexts[language]({
      plan: oneLine(found.plan),
      customer: found.customer,
      shop: oneLine(found.shop),
      status: status as SubscriptionStatus,
    })
    const url = `${publicUrl}/subscriptions/${subscription}`
    return messageOf(text, { to: { name: address, address }, language, url })
  }
