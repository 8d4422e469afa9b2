import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  /** `open`: the payer chooses the amount. `card`: a card is stored, and nothing paid. */
  asks: 'amount' | 'open' | 'card'
  shop: string
  /** Empty: nobody knows the payer's name. */
  name: string
  reference: string
  amount: string
  description: string | null
  until: string
}

export const linkTexts: MailTexts<Said> = {
  nl({ asks, shop, name, reference, amount, description, until }) {
    const { subject, request, button } = {
      amount: {
        subject: `Betaalverzoek van ${shop}: ${amount}`,
        request: `${shop} vraagt je ${amount} te betalen, onder vermelding van ${reference}. Met de knop open je de beveiligde betaalpagina.`,
        button: 'Nu betalen',
      },
      open: {
        subject: `Betaalverzoek van ${shop}`,
        request: `${shop} stuurt je een betaalverzoek, onder vermelding van ${reference}. Het bedrag kies je zelf op de beveiligde betaalpagina.`,
        button: 'Naar de betaalpagina',
      },
      card: {
        subject: `${shop} vraagt je een kaart vast te leggen`,
        request: `${shop} vraagt je een kaart vast te leggen voor latere betalingen, onder vermelding van ${reference}. Er wordt nu niets afgeschreven.`,
        button: 'Kaart vastleggen',
      },
    }[asks]
    return {
      subject,
      paragraphs: [
        name ? `Beste ${name},` : 'Beste klant,',
        request,
        ...(description ? [description] : []),
        `De link is geldig tot en met ${until}.`,
        `Verwacht je dit niet? Open de link dan niet en neem zelf contact op met ${shop}.`,
      ],
      button,
      shop,
    }
  },
  'en-US'({ asks, shop, name, reference, amount, description, until }) {
    const { subject, request, button } = {
      amount: {
        subject: `Payment request from ${shop}: ${amount}`,
        request: `${shop} asks you to pay ${amount} for ${reference}. The button opens the secure payment page.`,
        button: 'Pay now',
      },
      open: {
        subject: `Payment request from ${shop}`,
        request: `${shop} sends you a payment request for ${reference}. You choose the amount on the secure payment page.`,
        button: 'Go to the payment page',
      },
      card: {
        subject: `${shop} asks you to store a card`,
        request: `${shop} asks you to store a card for future payments, for ${reference}. Nothing is charged now.`,
        button: 'Store a card',
      },
    }[asks]
    return {
      subject,
      paragraphs: [
        name ? `Dear ${name},` : 'Dear customer,',
        request,
        ...(description ? [description] : []),
        `The link is valid through ${until}.`,
        `If you did not expect this, do not open the link, and contact ${shop} yourself.`,
      ],
      button,
      shop,
    }
  },
}
