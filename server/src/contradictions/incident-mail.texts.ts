import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  processor: string
  merchant: string
  /** Of the first payment, with its currency. */
  amount: string
  number: number
  /** The first payment had gone on to another processor. Otherwise its payer had not come back. */
  superseded: boolean
}

export const incidentMailTexts: MailTexts<Said> = {
  nl: ({ processor, merchant, amount, number, superseded }) => ({
    subject:
      number === 1
        ? `${processor} heeft geld van een betaling genomen die al ${superseded ? 'verder' : 'afgebroken'} was`
        : `${number} betalingen zijn misschien dubbel afgeschreven`,
    paragraphs: [
      `${processor} meldt dat ${amount} is afgeschreven voor ${merchant}. ${superseded ? 'De betaling was daar niet gelukt en ging toen naar een andere verwerker.' : 'De klant kwam niet terug, dus had Kontor de betaling afgebroken. Misschien is er nog een keer betaald.'}`,
      ...(number === 1 ? [] : [`Sinds de vorige mail gaat het om ${number} betalingen.`]),
      superseded
        ? 'Kontor laat het geld daar meteen vrijgeven als de verwerker dat kan. Kijk of dat gelukt is.'
        : 'Neem de status over of betaal het geld terug.',
    ],
    button: 'Bekijk de melding',
  }),
  'en-US': ({ processor, merchant, amount, number, superseded }) => ({
    subject:
      number === 1
        ? `${processor} took the money of a payment that had ${superseded ? 'gone on' : 'been abandoned'}`
        : `${number} payments may have been charged twice`,
    paragraphs: [
      `${processor} reports that ${amount} was taken for ${merchant}. ${superseded ? 'The payment had failed there and then went to another processor.' : 'The customer did not come back, so Kontor had abandoned the payment. They may have paid a second time.'}`,
      ...(number === 1 ? [] : [`Since the last email this is about ${number} payments.`]),
      superseded
        ? 'Kontor has the money released there at once if the processor can do that. Check whether it was.'
        : 'Take the status over or pay the money back.',
    ],
    button: 'See the report',
  }),
}
