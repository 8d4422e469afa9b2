import type { MailTexts } from '../../platform/mail/mail-text.ts'

export type Payout =
  | { what: 'nothing' }
  /** It is on hold. */
  | { what: 'waits'; amount: string }
  | { what: 'due' | 'paid'; amount: string; on: string }
  | { what: 'returned'; amount: string }

interface Said {
  merchant: string
  number: string
  /** The first day that it covers, in words. */
  from: string
  through: string
  /** Amounts with their currency, as the others. */
  total: string
  payout: Payout
  /** What was exchanged for it, and by which rate of which day; null: nothing. */
  exchange: { of: string; rate: string; on: string } | null
  /** What is part of the next settlement. */
  carried: string | null
}

export const settlementMailTexts: MailTexts<Said> = {
  nl: ({ merchant, number, from, through, total, payout, exchange, carried }) => ({
    subject: payout.what === 'nothing' ? `Afrekening ${number}` : `Afrekening ${number}: ${payout.amount}`,
    paragraphs: [
      `De afrekening ${number} van ${merchant} is klaar, over ${from === through ? from : `${from} tot en met ${through}`}. Het totaal is ${total}.`,
      paidOut.nl(payout, number),
      ...(exchange === null
        ? []
        : [`Dat is ${exchange.of}, omgewisseld tegen de koers ${exchange.rate} van ${exchange.on}.`]),
      ...(carried === null ? [] : [`${carried} gaat mee naar de volgende afrekening.`]),
    ],
    button: 'Bekijk de afrekening',
  }),
  'en-US': ({ merchant, number, from, through, total, payout, exchange, carried }) => ({
    subject: payout.what === 'nothing' ? `Settlement ${number}` : `Settlement ${number}: ${payout.amount}`,
    paragraphs: [
      `The settlement ${number} of ${merchant} is ready, for ${from === through ? from : `${from} through ${through}`}. The total is ${total}.`,
      paidOut['en-US'](payout, number),
      ...(exchange === null ? [] : [`That is ${exchange.of}, exchanged at ${exchange.rate} of ${exchange.on}.`]),
      ...(carried === null ? [] : [`${carried} is part of the next settlement.`]),
    ],
    button: 'See the settlement',
  }),
}

const paidOut = {
  nl: (payout: Payout, number: string): string => {
    if (payout.what === 'nothing') return 'Er is nu niets uit te betalen.'
    if (payout.what === 'waits') return `${payout.amount} wordt nog niet uitbetaald.`
    if (payout.what === 'returned') return `De uitbetaling van ${payout.amount} kwam terug van je bank.`
    return payout.what === 'paid'
      ? `${payout.amount} is op ${payout.on} uitbetaald. Op je afschrift staat ${number}.`
      : `We betalen ${payout.amount} uit, naar verwachting op ${payout.on}. Op je afschrift staat ${number}.`
  },
  'en-US': (payout: Payout, number: string): string => {
    if (payout.what === 'nothing') return 'There is nothing to pay out now.'
    if (payout.what === 'waits') return `${payout.amount} is not paid out yet.`
    if (payout.what === 'returned') return `The payout of ${payout.amount} came back from your bank.`
    return payout.what === 'paid'
      ? `${payout.amount} was paid out on ${payout.on}. Your bank statement says ${number}.`
      : `We will pay out ${payout.amount}, probably on ${payout.on}. Your bank statement will say ${number}.`
  },
}
