import type { Language } from '@kontor/contract/codes/languages'
import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  /** Empty for an address that is nobody's in particular. */
  name: string
  merchant: string
  /** Of the settlement. */
  number: string
  amount: string
  /** Masked. */
  iban: string
  /** Null: the bank did not say. */
  reason: string | null
}

export const returnedMailTexts: MailTexts<Said> = {
  nl: ({ name, merchant, number, amount, iban, reason }) => ({
    subject: `Uitbetaling ${number} aan ${merchant} is teruggekomen`,
    paragraphs: [
      `${name ? `Hallo ${name}, ` : 'Hallo, '}de bank heeft de uitbetaling van ${amount} op rekening ${iban} teruggestuurd${reason ? `: ${reason}` : ''}.`,
      'Het geld zit in je volgende afrekening. Er wordt pas weer uitbetaald als de bankrekening opnieuw is goedgekeurd.',
      'Geef een andere bankrekening op, of stuur een nieuw bewijs van deze rekening.',
    ],
    button: 'Bekijk de bankrekening',
  }),
  'en-US': ({ name, merchant, number, amount, iban, reason }) => ({
    subject: `Payout ${number} to ${merchant} came back`,
    paragraphs: [
      `${name ? `Hello ${name}, ` : 'Hello, '}the bank sent back the payout of ${amount} to account ${iban}${reason ? `: ${reason}` : ''}.`,
      'The money is part of your next settlement. Nothing is paid out before the bank account is verified again.',
      'Enter another bank account, or upload a new proof of this one.',
    ],
    button: 'See the bank account',
  }),
}

/** The codes of ISO 20022 that banks use most. Another one is given as it is. */
export const returnReasonTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  nl: {
    AC01: 'het rekeningnummer klopt niet',
    AC04: 'de rekening is opgeheven',
    AC06: 'de rekening is geblokkeerd',
    MD07: 'de rekeninghouder is overleden',
    MS03: 'de bank geeft geen reden',
  },
  'en-US': {
    AC01: 'the account number is wrong',
    AC04: 'the account is closed',
    AC06: 'the account is blocked',
    MD07: 'the account holder has died',
    MS03: 'the bank gives no reason',
  },
}
