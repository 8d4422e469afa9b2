import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  merchant: string
  number: string
  /** The first day that it covers, in words. */
  from: string
  through: string
  /** Amounts with their currency, as the others. */
  total: string
  paid: { amount: string; on: string } | null
  /** What is part of the next settlement. */
  carried: string | null
}

export const settlementMailTexts: MailTexts<Said> = {
  nl: ({ merchant, number, from, through, total, paid, carried }) => ({
    subject: paid ? `Afrekening ${number}: ${paid.amount}` : `Afrekening ${number}`,
    paragraphs: [
      `De afrekening ${number} van ${merchant} is klaar, over ${from === through ? from : `${from} tot en met ${through}`}. Het totaal is ${total}.`,
      paid
        ? `We betalen ${paid.amount} uit, naar verwachting op ${paid.on}. Op je afschrift staat ${number}.`
        : 'Er is nu niets uit te betalen.',
      ...(carried === null ? [] : [`${carried} gaat mee naar de volgende afrekening.`]),
    ],
    button: 'Bekijk de afrekening',
  }),
  'en-US': ({ merchant, number, from, through, total, paid, carried }) => ({
    subject: paid ? `Settlement ${number}: ${paid.amount}` : `Settlement ${number}`,
    paragraphs: [
      `The settlement ${number} of ${merchant} is ready, for ${from === through ? from : `${from} through ${through}`}. The total is ${total}.`,
      paid
        ? `We will pay out ${paid.amount}, probably on ${paid.on}. Your bank statement will say ${number}.`
        : 'There is nothing to pay out now.',
      ...(carried === null ? [] : [`${carried} is part of the next settlement.`]),
    ],
    button: 'See the settlement',
  }),
}
