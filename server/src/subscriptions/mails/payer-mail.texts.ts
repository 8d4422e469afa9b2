import type { Language } from '@kontor/contract/identity/session'
import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  shop: string
  website: string | null
  /** Empty: nobody knows the payer's name. */
  name: string
  plan: string
  amount: string
  /** The day on which the payment was due. */
  due: string
  /** The wallet or card that was asked. */
  product: string | null
  lastFour: string | null
  why: Why
  /** The day of the next try; null: there is none. */
  again: string | null
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

export const payerTexts: MailTexts<Said> = {
  nl({ shop, website, name, plan, amount, due, product, lastFour, why, again, until }) {
    const by = product === 'paypal' ? 'PayPal' : lastFour ? `je kaart die eindigt op ${lastFour}` : 'je kaart'
    return {
      subject: `Je betaling van ${amount} aan ${shop} is niet gelukt`,
      paragraphs: [
        name ? `Beste ${name},` : 'Beste klant,',
        `De betaling van ${amount} voor ${plan}, van ${due}, is niet gelukt met ${by}: ${reasons.nl[why]}.`,
        again === null
          ? `We proberen het niet opnieuw. Betaal vóór ${until} met een andere kaart, dan loopt je abonnement door. Ook de volgende betalingen gaan dan met die kaart.`
          : `We proberen het op ${again} opnieuw. Je kunt ook meteen zelf betalen, met dezelfde of een andere kaart. Is er op ${until} nog niet betaald, dan eindigt je abonnement.`,
        `Heb je een vraag of wil je opzeggen? Neem contact op met ${shop}${website ? `: ${website}` : '.'}`,
      ],
      button: 'Nu betalen',
      shop,
    }
  },
  'en-US'({ shop, website, name, plan, amount, due, product, lastFour, why, again, until }) {
    const by = product === 'paypal' ? 'PayPal' : lastFour ? `your card ending in ${lastFour}` : 'your card'
    return {
      subject: `Your payment of ${amount} to ${shop} failed`,
      paragraphs: [
        name ? `Dear ${name},` : 'Dear customer,',
        `The payment of ${amount} for ${plan}, due ${due}, failed with ${by}: ${reasons['en-US'][why]}.`,
        again === null
          ? `We will not try again. Pay before ${until} with another card, and your subscription continues. Later payments will use that card too.`
          : `We will try again on ${again}. You can also pay right away, with the same card or another one. If it is still unpaid on ${until}, your subscription ends.`,
        `Do you have a question, or do you want to cancel? Contact ${shop}${website ? `: ${website}` : '.'}`,
      ],
      button: 'Pay now',
      shop,
    }
  },
}

const reasons: Readonly<Record<Language, Readonly<Record<Why, string>>>> = {
  nl: {
    insufficient_funds: 'er stond te weinig op de rekening',
    expired_card: 'de kaart is verlopen',
    unusable: 'die kan niet meer worden gebruikt',
    not_received: 'het geld is niet aangekomen',
    declined: 'de bank heeft de betaling geweigerd',
  },
  'en-US': {
    insufficient_funds: 'there was not enough money in the account',
    expired_card: 'the card has expired',
    unusable: 'it can no longer be used',
    not_received: 'the money did not arrive',
    declined: 'the bank declined the payment',
  },
}
