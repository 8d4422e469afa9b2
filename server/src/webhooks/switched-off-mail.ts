import { type Language, languages } from '@kontor/contract/identity/session'
import { sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import type { Content } from '../platform/mail/message.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import type { MailMaker } from '../platform/mail/worker.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { SwitchedOff } from '../platform/webhooks/finish.ts'

export const switchedOffMail = 'webhook_switched_off'

const week_ms = 7 * 86_400_000

/** Puts a mail into the outbox for the mail addresses that shops with this callback address named, one each. */
export const mailSwitchedOff =
  ({ masterKey, wall }: { masterKey: string; wall: Clock }) =>
  async (trx: Trx, { merchant, url, reason }: SwitchedOff): Promise<void> => {
    const { rows } = await sql<{ address: string }>`
      select distinct webhook_failed_email as address from payment_profile
      where merchant_id = ${merchant} and webhook_failed_email is not null
        and ${url} in (webhook_transaction_update, webhook_refund_update, webhook_chargeback_update)`.execute(trx)
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
    const said = { name: found.name, url, isGone: reason === 'gone' }
    return { to: { name: address, address }, language, content: contentOf(language, said, publicUrl) }
  }

interface Said {
  name: string
  url: string
  isGone: boolean
}

function contentOf(language: Language, said: Said, publicUrl: string): Content {
  const texts = mailTexts[language]
  return {
    subject: texts.subject,
    paragraphs: [texts.what(said), texts.next],
    link: { label: texts.button, url: `${publicUrl}/apiSettings` },
    closing: texts.closing,
  }
}

const mailTexts = {
  nl: {
    subject: 'Je webhooks zijn uitgeschakeld: het adres werkt niet',
    what: ({ name, url, isGone }: Said) =>
      isGone
        ? `Het adres ${url} van ${name} meldt dat het niet meer bestaat (410). We sturen er geen webhooks meer heen.`
        : `Het adres ${url} van ${name} heeft vijf dagen lang geen enkele webhook aangenomen. We sturen er geen webhooks meer heen.`,
    next: 'Wat er intussen te melden is, bewaren we. Herstel of wijzig het adres en schakel het daarna weer in bij de API-instellingen.',
    button: 'Naar de API-instellingen',
    closing: 'Deze mail is automatisch verstuurd door Kontor.',
  },
  'en-US': {
    subject: 'Your webhooks are switched off: the address does not work',
    what: ({ name, url, isGone }: Said) =>
      isGone
        ? `The address ${url} of ${name} reports that it no longer exists (410). We no longer send webhooks there.`
        : `The address ${url} of ${name} has not accepted a single webhook for five days. We no longer send webhooks there.`,
    next: 'Meanwhile, we keep what there is to send. Fix or change the address, then switch it on again in the API settings.',
    button: 'Go to the API settings',
    closing: 'This email was sent automatically by Kontor.',
  },
} as const
