import { type Language, languages } from '@kontor/contract/codes/languages'
import { sql } from 'kysely'
import { findPerson } from '../../identity/access/person.ts'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { returnedMail } from './match-entries.ts'
import { returnedMailTexts, returnReasonTexts } from './returned-mail.texts.ts'

export const payoutTemplates: readonly string[] = [returnedMail]

/** The mail to a merchant about a payout that its bank did not take. */
export const payoutMails =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, values) => {
    const db = databases.provider
    const found = await findPayout(db, values)
    const to = found && (await recipientOf(db, values, found.language))
    if (!found || !to) return undefined
    const { language, name, address } = to
    const amount = new Intl.NumberFormat(language, { style: 'currency', currency: found.currency_code })
    const exponent = amount.resolvedOptions().maximumFractionDigits ?? 2
    const text = returnedMailTexts[language]({
      ...{ name: oneLine(name), merchant: found.merchant, number: found.number, iban: found.iban },
      amount: amount.format(found.amount / 10 ** exponent),
      reason: returnReasonTexts[language][found.return_reason ?? ''] ?? found.return_reason,
    })
    const head = { ...text, subject: oneLine(text.subject) }
    return messageOf(head, { to: { name, address }, language, url: `${publicUrl}/bank-accounts/${found.account}` })
  }

interface Found {
  merchant: string
  language: string
  number: string
  amount: number
  currency_code: string
  return_reason: string | null
  iban: string
  account: string
}

async function findPayout(db: Reader, { merchant = '', settlement = '' }: Values): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select m.name as merchant, m.language, p.number, p.amount, p.currency_code, p.return_reason,
      b.country_code || '•• •••• ' || b.iban_end as iban, b.id as account
    from payout p join merchant m on m.id = p.merchant_id
      join bank_account b on b.merchant_id = p.merchant_id and b.id = p.bank_account_id
    where p.merchant_id = ${merchant} and p.id = ${settlement}`.execute(db)
  return rows[0]
}

async function recipientOf(db: Reader, { user, address }: Values, spoken: string) {
  if (user === undefined) {
    const language: Language = languages.find((each) => each === spoken) ?? 'nl'
    return address ? { name: '', address, language } : undefined
  }
  const person = await findPerson(db, { id: user })
  if (!person?.active || !person.merchant_active) return undefined
  return { name: person.name, address: person.email, language: person.language }
}
