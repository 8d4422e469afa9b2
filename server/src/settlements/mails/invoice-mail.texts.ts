import type { MailTexts } from '../../platform/mail/mail-text.ts'

/**
 * What is to be paid now, where and by which day. `nothing`: it asked for something, of which nothing is left. `settled`: settlements
 * take all of it.
 */
export type Due = { amount: string; iban: string; due_on: string } | 'nothing' | 'settled'

interface Said {
  merchant: string
  provider: string
  number: string
  /** The month, in words. */
  month: string
  /** Amounts with their currency, as the others. */
  total: string
  vat: string
  due: Due
  /** A credit note: the number of the invoice that it takes back, and why. */
  credits: { number: string; reason: string } | null
}

export const invoiceMailTexts: MailTexts<Said> = {
  nl: ({ merchant, provider, number, month, total, vat, due, credits }) => ({
    subject: credits ? `Creditnota ${number}: ${total}` : `Factuur ${number}: ${total}`,
    paragraphs: credits
      ? [
          `De creditnota ${number} van ${provider} aan ${merchant} is klaar. Die neemt factuur ${credits.number} over ${month} terug. Het totaal is ${total}, waarvan ${vat} btw.`,
          `Reden: ${credits.reason}`,
          'Je hoeft niets te doen: de maand is opnieuw gefactureerd.',
        ]
      : [
          `De factuur ${number} van ${provider} aan ${merchant} is klaar, over ${month}. Het totaal is ${total}, waarvan ${vat} btw.`,
          due === 'settled'
            ? 'Je hoeft niets te betalen: het bedrag gaat van je afrekeningen af.'
            : due === 'nothing'
              ? 'Je hoeft niets meer te betalen.'
              : `${due.amount} gaat niet van je afrekeningen af. Maak dat uiterlijk ${due.due_on} over naar ${due.iban}, met ${number} in de omschrijving.`,
        ],
    button: credits ? 'Bekijk de creditnota' : 'Bekijk de factuur',
  }),
  'en-US': ({ merchant, provider, number, month, total, vat, due, credits }) => ({
    subject: credits ? `Credit note ${number}: ${total}` : `Invoice ${number}: ${total}`,
    paragraphs: credits
      ? [
          `The credit note ${number} of ${provider} to ${merchant} is ready. It takes back invoice ${credits.number} for ${month}. The total is ${total}, of which ${vat} is VAT.`,
          `Reason: ${credits.reason}`,
          'There is nothing that you have to do: the month was invoiced again.',
        ]
      : [
          `The invoice ${number} of ${provider} to ${merchant} is ready, for ${month}. The total is ${total}, of which ${vat} is VAT.`,
          due === 'settled'
            ? 'There is nothing to pay: the amount is taken from your settlements.'
            : due === 'nothing'
              ? 'There is nothing left to pay.'
              : `${due.amount} is not taken from your settlements. Please pay it to ${due.iban} by ${due.due_on}, with ${number} as the reference.`,
        ],
    button: credits ? 'See the credit note' : 'See the invoice',
  }),
}
