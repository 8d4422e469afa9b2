import type { Language } from '@kontor/contract/identity/session'

interface Said {
  shop: string
  plan: string
  amount: string
  /** The day on which the payment was due. */
  due: string
  /** The card or wallet that was asked. */
  by: string
  /** The last day to pay. */
  until: string
}

/** Why a payment failed, as its payer is told. A stolen card is not told from another declined card. */
const whys = ['insufficient_funds', 'expired_card', 'unusable', 'not_received', 'declined'] as const
type Why = (typeof whys)[number]

const whyOfReason: Readonly<Record<string, Why>> = {
  insufficient_funds: 'insufficient_funds',
  limit_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  card_revoked: 'unusable',
  no_stored_card: 'unusable',
  no_agreement: 'unusable',
  unknown_agreement: 'unusable',
  money_did_not_arrive: 'not_received',
}
export const whyOf = (reason: string): Why => whyOfReason[reason] ?? 'declined'

interface PayerTexts {
  subject(said: Said): string
  hello(name: string): string
  helloNobody: string
  failed(said: Said, why: string): string
  why: Readonly<Record<Why, string>>
  by(product: string | null, lastFour: string | null): string
  again(said: Said, on: string): string
  final(said: Said): string
  contact(shop: string, website: string | null): string
  button: string
  closing(shop: string): string
}

export const payerTexts: Record<Language, PayerTexts> = {
  nl: {
    subject: ({ amount, shop }) => `Je betaling van ${amount} aan ${shop} is niet gelukt`,
    hello: (name) => `Beste ${name},`,
    helloNobody: 'Beste klant,',
    failed: ({ amount, plan, due, by }, why) =>
      `De betaling van ${amount} voor ${plan}, van ${due}, is niet gelukt met ${by}: ${why}.`,
    why: {
      insufficient_funds: 'er stond te weinig op de rekening',
      expired_card: 'de kaart is verlopen',
      unusable: 'die kan niet meer worden gebruikt',
      not_received: 'het geld is niet aangekomen',
      declined: 'de bank heeft de betaling geweigerd',
    },
    by: (product, lastFour) =>
      product === 'paypal' ? 'PayPal' : lastFour ? `je kaart die eindigt op ${lastFour}` : 'je kaart',
    again: ({ until }, on) =>
      `We proberen het op ${on} opnieuw. Je kunt ook meteen zelf betalen, met dezelfde of een andere kaart. Is er op ${until} nog niet betaald, dan eindigt je abonnement.`,
    final: ({ until }) =>
      `We proberen het niet opnieuw. Betaal vóór ${until} met een andere kaart, dan loopt je abonnement door. Ook de volgende betalingen gaan dan met die kaart.`,
    contact: (shop, website) =>
      `Heb je een vraag of wil je opzeggen? Neem contact op met ${shop}${website ? `: ${website}` : '.'}`,
    button: 'Nu betalen',
    closing: (shop) => `Deze mail is namens ${shop} verstuurd door Kontor.`,
  },
  'en-US': {
    subject: ({ amount, shop }) => `Your payment of ${amount} to ${shop} failed`,
    hello: (name) => `Dear ${name},`,
    helloNobody: 'Dear customer,',
    failed: ({ amount, plan, due, by }, why) =>
      `The payment of ${amount} for ${plan}, due ${due}, failed with ${by}: ${why}.`,
    why: {
      insufficient_funds: 'there was not enough money in the account',
      expired_card: 'the card has expired',
      unusable: 'it can no longer be used',
      not_received: 'the money did not arrive',
      declined: 'the bank declined the payment',
    },
    by: (product, lastFour) =>
      product === 'paypal' ? 'PayPal' : lastFour ? `your card ending in ${lastFour}` : 'your card',
    again: ({ until }, on) =>
      `We will try again on ${on}. You can also pay right away, with the same card or another one. If it is still unpaid on ${until}, your subscription ends.`,
    final: ({ until }) =>
      `We will not try again. Pay before ${until} with another card, and your subscription continues. Later payments will use that card too.`,
    contact: (shop, website) =>
      `Do you have a question, or do you want to cancel? Contact ${shop}${website ? `: ${website}` : '.'}`,
    button: 'Pay now',
    closing: (shop) => `This mail was sent by Kontor on behalf of ${shop}.`,
  },
}
