import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  processor: string
  merchant: string
  /** The amount of the first payment, or of the order that was carried out twice, with its currency. */
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
    subject: ({ processor }) => `${processor} heeft geld van een betaling genomen die al verder was`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt dat ${amount} is afgeschreven voor ${merchant}. De betaling was daar niet gelukt en ging toen naar een andere verwerker.`,
    todo: 'Kontor laat het geld daar meteen vrijgeven als de verwerker dat kan. Kijk of dat gelukt is.',
  },
  given_up: {
    subject: ({ processor }) => `${processor} heeft geld van een betaling genomen die al afgebroken was`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt dat ${amount} is afgeschreven voor ${merchant}. De klant kwam niet terug, dus had Kontor de betaling afgebroken. Misschien is er nog een keer betaald.`,
    todo: 'Neem de status over of betaal het geld terug.',
  },
  charged_twice: {
    subject: ({ processor }) => `${processor} heeft een betaling misschien twee keer afgeschreven`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt bij een betaling van ${amount} voor ${merchant} een tweede afschrijving onder dezelfde referentie. Kontor heeft er maar één opgedragen en boekt de tweede niet.`,
    todo: 'Vraag het na bij de verwerker en laat het bedrag daar zo nodig terugbetalen.',
  },
  refunded_twice: {
    subject: ({ processor }) => `${processor} heeft misschien twee keer terugbetaald`,
    what: ({ processor, amount, merchant }) =>
      `${processor} meldt bij een terugbetaling van ${amount} voor ${merchant} een tweede onder dezelfde referentie. Kontor heeft er maar één opgedragen en boekt de tweede niet.`,
    todo: 'Vraag het na bij de verwerker.',
  },
}

const english: Readonly<Record<Why, Words>> = {
  superseded: {
    subject: ({ processor }) => `${processor} took the money of a payment that had gone on`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports that ${amount} was taken for ${merchant}. The payment had failed there and then went to another processor.`,
    todo: 'Kontor has the money released there at once if the processor can do that. Check whether it was.',
  },
  given_up: {
    subject: ({ processor }) => `${processor} took the money of a payment that had been abandoned`,
    what: ({ processor, amount, merchant }) =>
      `${processor} reports that ${amount} was taken for ${merchant}. The customer did not come back, so Kontor had abandoned the payment. They may have paid a second time.`,
    todo: 'Take the status over or pay the money back.',
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
      ...(said.number === 1 ? [] : [`Sinds de vorige mail gaat het om ${said.number} betalingen.`]),
      nl[said.why].todo,
    ],
    button: 'Bekijk de melding',
  }),
  'en-US': (said) => ({
    subject:
      said.number === 1
        ? english[said.why].subject(said)
        : `${said.number} payments may have been charged or refunded twice`,
    paragraphs: [
      english[said.why].what(said),
      ...(said.number === 1 ? [] : [`Since the last email this is about ${said.number} payments.`]),
      english[said.why].todo,
    ],
    button: 'See the report',
  }),
}
