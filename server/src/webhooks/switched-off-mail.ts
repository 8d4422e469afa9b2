import { languages } from '@kontor/contract/identity/session'
import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import { messageOf } from '../platform/mail/mail-text.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { MailMaker } from '../platform/mail/worker.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { SwitchedOff } from '../platform/webhooks/finish.ts'
import { switchedOffTexts } from './switched-off-mail.texts.ts'

export const switchedOffMail = 'webhook_switched_off'

const week_ms = 7 * 86_400_000

/** Of a merchant with more links, only the newest are looked at. */
const mostLinks = 10_000

/**
 * Puts a mail into the outbox for the mail addresses that shops, rulesets and settlement profiles with this address named, one each.
 * Of plans and links with this address that is the one which their shop named, and of schedules whoever made them.
 */
export const mailSwitchedOff =
  ({ masterKey, wall }: { masterKey: string; wall: Clock }) =>
  async (trx: Trx, { merchant, url, reason }: SwitchedOff): Promise<void> => {
    const { rows } = await sql<{ address: string }>`
      select distinct webhook_failed_email as address from payment_profile
      where merchant_id = ${merchant} and webhook_failed_email is not null
        and (${url} in (webhook_transaction_update, webhook_refund_update, webhook_chargeback_update) or id in (
          select payment_profile_id from plan where merchant_id = ${merchant} and webhook_subscription_update = ${url}
          union select payment_profile_id from (select payment_profile_id, webhook_url from payment_link
            where merchant_id = ${merchant} order by created_at desc limit ${sql.lit(mostLinks)}) link where webhook_url = ${url}
          union select payment_profile_id from (select payment_profile_id, webhook_url from card_add_link
            where merchant_id = ${merchant} order by created_at desc limit ${sql.lit(mostLinks)}) link where webhook_url = ${url}))
      union select maker.email from report_schedule s join platform_user maker on maker.id = s.created_by_id
      where s.merchant_id = ${merchant} and s.webhook_url = ${url} and maker.active
      union select email from validation_ruleset
      where merchant_id = ${merchant} and email is not null and webhook_url = ${url}
      union select unnest(recipients) from settlement_profile where merchant_id = ${merchant} and webhook_url = ${url}`.execute(
      trx,
    )
    for (const { address } of rows) {
      const values = { merchant, url, reason, address }
      await enqueueMail(trx, masterKey, { template: switchedOffMail, values, useful_ms: week_ms }, wall.now())
    }
  }

/** Makes the mail; undefined when the address was switched on meanwhile. */
export const makeSwitchedOffMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { merchant = '', url = '', reason = '', address = '' }) => {
    const { rows } = await sql<{ language: string; name: string }>`
      select m.language, m.name from merchant m join webhook_address a on a.merchant_id = m.id
      where m.id = ${merchant} and a.address_key = address_key(${url}) and a.switched_off_at is not null`.execute(
      databases.provider,
    )
    const [found] = rows
    if (!found) return undefined
    const language = languages.find((each) => each === found.language) ?? 'nl'
    const text = switchedOffTexts[language]({ merchant: found.name, url, isGone: reason === 'gone' })
    return messageOf(text, { to: { name: address, address }, language, url: `${publicUrl}/apiSettings` })
  }
