import { formatMoney } from '@kontor/contract/money'
import { sql } from 'kysely'
import { findPerson } from '../../identity/access/person.ts'
import type { Databases } from '../../platform/db/database.ts'
import { messageOf } from '../../platform/mail/mail-text.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { chargebackDue } from './payment-mails.texts.ts'

export const paymentTemplates: readonly string[] = ['chargeback_due']

/**
 * Makes the mails about payments at the moment of sending: a chargeback that was answered meanwhile needs no reminder.
 */
export const paymentMails = ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async function make(_template, { user = '', chargeback = '', days = '' }) {
    const db = databases.provider
    const person = await findPerson(db, { id: user })
    if (!person?.active || !person.merchant_active) return undefined
    const { rows } = await sql<DueChargeback>`
      select c.id, c.amount, c.respond_by, t.currency_code, t.merchant_reference
      from chargeback c join transaction t
        on (t.merchant_id, t.created_at, t.id) = (c.merchant_id, c.transaction_created_at, c.transaction_id)
      where c.merchant_id = ${person.merchant_id} and c.id = ${chargeback} and c.status = 'OPEN' and c.answer is null`.execute(
      db,
    )
    const [due] = rows
    if (!due) return undefined
    const { name, email, language } = person
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    const text = chargebackDue[language]({
      name,
      reference: due.merchant_reference,
      amount: formatMoney(due.amount, due.currency_code, language),
      day: day.format(new Date(due.respond_by)),
      daysLeft: Number(days),
    })
    return messageOf(text, { to: { name, address: email }, language, url: `${publicUrl}/chargebacks/${due.id}` })
  }

interface DueChargeback {
  id: string
  amount: number
  respond_by: string
  currency_code: string
  merchant_reference: string
}
