import type { Language } from '@kontor/contract/identity/session'

interface Said {
  shop: string
  reference: string
  amount: string
  until: string
}
type Says = (said: Said) => string

interface About {
  subject: Says
  asks: Says
  button: string
}

interface LinkMailTexts {
  hello(name: string): string
  helloNobody: string
  fixed: About
  open: About
  card: About
  until: Says
  safety: Says
  closing: Says
}

export const mailTexts: Record<Language, LinkMailTexts> = {
  nl: {
    hello: (name) => `Beste ${name},`,
    helloNobody: 'Beste klant,',
    fixed: {
      subject: ({ shop, amount }) => `Betaalverzoek van ${shop}: ${amount}`,
      asks: ({ shop, amount, reference }) =>
        `${shop} vraagt je ${amount} te betalen, onder vermelding van ${reference}. Met de knop open je de beveiligde betaalpagina.`,
      button: 'Nu betalen',
    },
    open: {
      subject: ({ shop }) => `Betaalverzoek van ${shop}`,
      asks: ({ shop, reference }) =>
        `${shop} stuurt je een betaalverzoek, onder vermelding van ${reference}. Het bedrag kies je zelf op de beveiligde betaalpagina.`,
      button: 'Naar de betaalpagina',
    },
    card: {
      subject: ({ shop }) => `${shop} vraagt je een kaart vast te leggen`,
      asks: ({ shop, reference }) =>
        `${shop} vraagt je een kaart vast te leggen voor latere betalingen, onder vermelding van ${reference}. Er wordt nu niets afgeschreven.`,
      button: 'Kaart vastleggen',
    },
    until: ({ until }) => `De link is geldig tot en met ${until}.`,
    safety: ({ shop }) => `Verwacht je dit niet? Open de link dan niet en neem zelf contact op met ${shop}.`,
    closing: ({ shop }) => `Deze mail is namens ${shop} verstuurd door Kontor.`,
  },
  'en-US': {
    hello: (name) => `Dear ${name},`,
    helloNobody: 'Dear customer,',
    fixed: {
      subject: ({ shop, amount }) => `Payment request from ${shop}: ${amount}`,
      asks: ({ shop, amount, reference }) =>
        `${shop} asks you to pay ${amount} for ${reference}. The button opens the secure payment page.`,
      button: 'Pay now',
    },
    open: {
      subject: ({ shop }) => `Payment request from ${shop}`,
      asks: ({ shop, reference }) =>
        `${shop} sends you a payment request for ${reference}. You choose the amount on the secure payment page.`,
      button: 'Go to the payment page',
    },
    card: {
      subject: ({ shop }) => `${shop} asks you to store a card`,
      asks: ({ shop, reference }) =>
        `${shop} asks you to store a card for future payments, for ${reference}. Nothing is charged now.`,
      button: 'Store a card',
    },
    until: ({ until }) => `The link is valid through ${until}.`,
    safety: ({ shop }) => `If you did not expect this, do not open the link, and contact ${shop} yourself.`,
    closing: ({ shop }) => `This email was sent by Kontor on behalf of ${shop}.`,
  },
}
