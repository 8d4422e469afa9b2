import { type Language, languages } from '@kontor/contract/codes/languages'
import { formatMoney } from '@kontor/contract/money'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { groupsOfFour } from '@kontor/contract/texts/groups-of-four'
import { sql } from 'kysely'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { dayInWords } from '../../platform/mail/day-in-words.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { outstanding } from '../invoices/invoice.rows.ts'
import { type Due, invoiceMailTexts } from './invoice-mail.texts.ts'
import { invoiceRecipients } from './invoice-recipients.ts'

export const invoiceMail = 'invoice_issued'

/**
 * The mail about an invoice or a credit note, to one recipient. It has the sums, and a link behind which one signs in. Undefined:
 * the address is no recipient any more.
 */
export const makeInvoiceMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, values) => {
    const found = await findInvoice(databases.provider, values)
    const { address = '', invoice = '' } = values
    if (!found) return undefined
    const language: Language = languages.find((each) => each === found.language) ?? 'nl'
    // A CHECK holds it to its sha256.
    const document = JSON.parse(found.content) as InvoiceDocument
    const money = (amount: number) => formatMoney(amount, document.currency_code, language)
    const text = invoiceMailTexts[language]({
      ...{ merchant: oneLine(document.merchant.name), provider: oneLine(document.provider.name) },
      ...{ number: document.number, month: monthIn[language].format(new Date(document.covers_from)) },
      ...{ total: money(document.total), vat: money(document.vat_total) },
      due: dueOf(document, found.outstanding, language),
      credits: document.credits && { ...document.credits, reason: oneLine(document.credits.reason) },
    })
    return messageOf(text, { to: { name: '', address }, language, url: `${publicUrl}/report/invoices/${invoice}` })
  }

/** What is asked for when the mail is made, which may be long after the invoice. */
function dueOf({ payment, paid = 0, ...of }: InvoiceDocument, outstanding: number, language: Language): Due {
  if (payment && outstanding > 0)
    return {
      ...{ amount: formatMoney(outstanding, of.currency_code, language), iban: groupsOfFour(payment.iban) },
      due_on: dayInWords(payment.due_on, language),
    }
  return payment || paid > 0 ? 'nothing' : 'settled'
}

const monthIn: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nl: new Intl.DateTimeFormat('nl', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  'en-US': new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

interface Found {
  content: string
  language: string
  outstanding: number
}

/** The language is that of a profile which names the address, or that of the merchant. */
async function findInvoice(
  db: Reader,
  { merchant = '', invoice = '', address = '' }: Values,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select i.content, ${outstanding} as outstanding, coalesce((select p.language from settlement_profile p
        where p.merchant_id = i.merchant_id and p.currency_code = i.currency_code and p.organisation_id = i.organisation_id
          and ${address} = any(p.recipients) and p.language is not null order by p.id limit 1), m.language) as language
    from invoice i join merchant m on m.id = i.merchant_id
    where i.merchant_id = ${merchant} and i.id = ${invoice} and ${address} = any(${invoiceRecipients('i')})`.execute(db)
  return rows[0]
}
