import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  /** The name of the ruleset. */
  name: string
  action: string
  merchant: string
  hits: number
  /** Of those payments, the ones that were blocked, by this or another ruleset. */
  blocked: number
  /** The merchant's reference of the newest payment. */
  reference: string
}

export const hitMailTexts: MailTexts<Said> = {
  nl: ({ name, action, merchant, hits, blocked, reference }) => ({
    subject: hits === 1 ? `Regelset ‘${name}’ raakte een betaling` : `Regelset ‘${name}’ raakte ${hits} betalingen`,
    paragraphs: [
      hits === 1
        ? `De regelset ‘${name}’ van ${merchant} raakte een betaling met referentie ${reference}.`
        : `De regelset ‘${name}’ van ${merchant} raakte ${hits} betalingen, de laatste met referentie ${reference}.`,
      action === 'block' ? 'Wat de regelset raakt, wordt geblokkeerd.' : wentOn.nl(hits, blocked),
      'Je krijgt over een regelset hooguit elke tien minuten een mail.',
    ],
    button: 'Bekijk de betalingen',
  }),
  'en-US': ({ name, action, merchant, hits, blocked, reference }) => ({
    subject: hits === 1 ? `Ruleset “${name}” hit a payment` : `Ruleset “${name}” hit ${hits} payments`,
    paragraphs: [
      hits === 1
        ? `The ruleset “${name}” of ${merchant} hit a payment with the reference ${reference}.`
        : `The ruleset “${name}” of ${merchant} hit ${hits} payments, the last one with the reference ${reference}.`,
      action === 'block' ? 'What the ruleset hits is blocked.' : wentOn['en-US'](hits, blocked),
      'You get at most one mail about a ruleset in ten minutes.',
    ],
    button: 'See the payments',
  }),
}

/** What became of payments that the ruleset itself does not block. */
const wentOn = {
  nl: (hits: number, blocked: number): string => {
    if (blocked === 0) return hits === 1 ? 'De betaling gaat gewoon door.' : 'De betalingen gaan gewoon door.'
    if (hits === 1) return 'Een andere regelset heeft de betaling geblokkeerd.'
    return `Andere regelsets hebben er ${blocked} van geblokkeerd.`
  },
  'en-US': (hits: number, blocked: number): string => {
    if (blocked === 0) return hits === 1 ? 'The payment goes on.' : 'The payments go on.'
    if (hits === 1) return 'Another ruleset has blocked the payment.'
    return `Other rulesets have blocked ${blocked} of them.`
  },
}
