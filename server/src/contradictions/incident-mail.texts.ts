import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  processor: string
  merchant: string
  /** Of the first payment, with its currency. */
  amount: string
  number: number
}

export const incidentMailTexts: MailTexts<Said> = {
  nl: ({ processor, merchant, amount, number }) => ({
    subject:
      number === 1
        ? `${processor} heeft geld van een betaling genomen die al verder was`
        : `${number} betalingen zijn misschien dubbel afgeschreven`,
    paragraphs: [
      `${processor} meldt dat ${amount} is afgeschreven voor ${merchant}. De betaling was daar niet gelukt en ging toen naar een andere verwerker.`,
      ...(number === 1 ? [] : [`Sinds de vorige mail gaat het om ${number} betalingen.`]),
      'Kontor laat het geld daar meteen vrijgeven als de verwerker dat kan. Kijk of dat gelukt is.',
    ],
    button: 'Bekijk de melding',
  }),
  'en-US': ({ processor, merchant, amount, number }) => ({
    subject:
      number === 1
        ? `${processor} took the money of a payment that had gone on`
        : `${number} payments may have been charged twice`,
    paragraphs: [
      `${processor} reports that ${amount} was taken for ${merchant}. The payment had failed there and then went to another processor.`,
      ...(number === 1 ? [] : [`Since the last email this is about ${number} payments.`]),
      'Kontor has the money released there at once if the processor can do that. Check whether it was.',
    ],
    button: 'See the report',
  }),
}
