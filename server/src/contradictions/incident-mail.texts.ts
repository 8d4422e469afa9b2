import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  processor: string
  merchant: string
  /** The amount that the processor reports, or that of the order which was carried out twice, with its currency. */
  amount: string
  number: number
  why: Why
}

/**
 * `superseded`: the payment had gone on to another processor. `given_up`: its payer had not come back. The other two: the processor
 * did by itself what we had ordered once.
 */
export type Why = 'superseded' | 'given_up' | 'charged_twice' | 'refunded_twice'

interface Words {
  subject: (said: Said) => string
  what: (said: Said) => string
  todo: string
}

const nl: Readonly<Record<Why, Words>> = {
  superseded: {
    subject: ({ processor }) => `${processor} meldt geld van een betaling die al verder was`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt dat er toch ${amount} is betaald aan ${merchant}. De betaling was daar niet gelukt en ging toen naar een andere processor.`,
    todo: 'Kontor laat het geld daar meteen vrijgeven als de processor dat kan. Kijk of dat gelukt is.',
  },
  given_up: {
    subject: ({ processor }) => `${processor} meldt geld van een betaling die al afgebroken was`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt dat er toch ${amount} is betaald aan ${merchant}. De klant kwam niet terug, dus had Kontor de betaling afgebroken. Misschien is er nog een keer betaald.`,
    todo: 'Neem de status over of betaal het geld terug.',
  },
  charged_twice: {
    subject: ({ processor }) => `${processor} heeft een betaling misschien twee keer afgeschreven`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt bij een betaling van ${amount} voor ${merchant} een tweede afschrijving onder dezelfde referentie. Kontor heeft er maar één opgedragen en boekt de tweede niet.`,
    todo: 'Vraag het na bij de processor en laat het bedrag daar zo nodig terugbetalen.',
  },
  refunded_twice: {
    subject: ({ processor }) => `${processor} heeft misschien twee keer terugbetaald`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt bij een terugbetaling van ${amount} voor ${merchant} een tweede onder dezelfde referentie. Kontor heeft er maar één opgedragen en boekt de tweede niet.`,
    todo: 'Vraag het na bij de processor.',
  },
}

const english: Readonly<Record<Why, Words>> = {
  superseded: {
    subject: ({ processor }) => `${processor} reports money of a payment that had gone on`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports that ${amount} was paid to ${merchant} after all. The payment had failed there and then went to another processor.`,
    todo: 'Kontor has the money released there at once if the processor can do that. Check whether it was.',
  },
  given_up: {
    subject: ({ processor }) => `${processor} reports money of a payment that had been abandoned`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports that ${amount} was paid to ${merchant} after all. The customer did not come back, so Kontor had abandoned the payment. They may have paid a second time.`,
    todo: 'Accept the status or return the money.',
  },
  charged_twice: {
    subject: ({ processor }) => `${processor} may have charged a payment twice`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports a second charge under the reference of a payment of ${amount} for ${merchant}. Kontor ordered one, and does not book the second.`,
    todo: 'Ask the processor, and have the amount refunded there if it was taken.',
  },
  refunded_twice: {
    subject: ({ processor }) => `${processor} may have refunded twice`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports a second refund under the reference of a refund of ${amount} for ${merchant}. Kontor ordered one, and does not book the second.`,
    todo: 'Ask the processor.',
  },
}

export const incidentMailTexts: MailTexts<Said> = {
  nl: (said) => ({
    subject:
      said.number === 1
        ? nl[said.why].subject(said)
        : `Bij ${said.number} betalingen is misschien dubbel afgeschreven of terugbetaald`,
    paragraphs: [
      nl[said.why].what(said),
      said.number === 1
        ? nl[said.why].todo
        : `Dit is de eerste van ${said.number} meldingen sinds de vorige mail. Bekijk ze allemaal: bij elke melding staat wat je kunt doen.`,
    ],
    button: said.number === 1 ? 'Bekijk de melding' : 'Bekijk de meldingen',
  }),
  'en-US': (said) => ({
    subject:
      said.number === 1
        ? english[said.why].subject(said)
        : `${said.number} payments may have been charged or refunded twice`,
    paragraphs: [
      english[said.why].what(said),
      said.number === 1
        ? english[said.why].todo
        : `This is the first of ${said.number} reports since the last email. Look at all of them: each says what you can do.`,
    ],
    button: said.number === 1 ? 'See the report' : 'See the reports',
  }),
}
