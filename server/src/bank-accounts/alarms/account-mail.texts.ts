import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  /** Empty for an address that is nobody's in particular. */
  name: string
  merchant: string
  holder: string
  /** Masked. */
  iban: string
  /** When it is used at the earliest, with the time of day. */
  from: string
  replaces: boolean
  /** Null: the provider. */
  added_by: string | null
}

const hallo = (name: string) => (name ? `Hallo ${name}, ` : 'Hallo, ')
const hello = (name: string) => (name ? `Hello ${name}, ` : 'Hello, ')

const added: MailTexts<Said> = {
  nl: ({ name, merchant, holder, iban, from, replaces, added_by }) => ({
    subject: replaces ? `Andere bankrekening voor ${merchant}` : `Nieuwe bankrekening voor ${merchant}`,
    paragraphs: [
      `${hallo(name)}${added_by ?? 'je betaaldienst'} heeft voor ${merchant} ${replaces ? 'een andere' : 'een nieuwe'} bankrekening opgegeven: ${iban}, op naam van ${holder}. Klopt dit niet? Stop dan meteen alle uitbetalingen:`,
      `Op deze rekening wordt pas uitbetaald vanaf ${from}, en alleen als je betaaldienst de rekening heeft goedgekeurd.`,
      'Klopt het wel, dan hoef je niets te doen. De link werkt één keer en 14 dagen, zonder aan te melden.',
    ],
    button: 'Dit klopt niet: stop uitbetalingen',
  }),
  'en-US': ({ name, merchant, holder, iban, from, replaces, added_by }) => ({
    subject: replaces ? `Another bank account for ${merchant}` : `New bank account for ${merchant}`,
    paragraphs: [
      `${hello(name)}${added_by ?? 'your payment provider'} entered ${replaces ? 'another' : 'a new'} bank account for ${merchant}: ${iban}, held by ${holder}. Is this wrong? Stop all payouts right away:`,
      `Nothing is paid to this account before ${from}, and only if your payment provider has approved the account.`,
      'If it is right, you need not do anything. The link works once, for 14 days, without signing in.',
    ],
    button: 'This was not us: stop payouts',
  }),
}

const staff: MailTexts<Said> = {
  nl: ({ name, merchant, holder, iban, from, replaces }) => ({
    subject: `${merchant} heeft een ${replaces ? 'andere' : 'nieuwe'} bankrekening`,
    paragraphs: [
      `${hallo(name)}voor ${merchant} is ${replaces ? 'een andere' : 'een nieuwe'} bankrekening opgegeven: ${iban}, op naam van ${holder}.`,
      `Er kan vanaf ${from} op worden uitbetaald, als iemand van jullie de rekening heeft goedgekeurd.`,
    ],
    button: 'Bekijk de bankrekening',
  }),
  'en-US': ({ name, merchant, holder, iban, from, replaces }) => ({
    subject: `${merchant} has ${replaces ? 'another' : 'a new'} bank account`,
    paragraphs: [
      `${hello(name)}${replaces ? 'another' : 'a new'} bank account was entered for ${merchant}: ${iban}, held by ${holder}.`,
      `It can be paid to from ${from} on, once one of you has approved the account.`,
    ],
    button: 'See the bank account',
  }),
}

const alarm: MailTexts<Said> = {
  nl: ({ name, merchant, holder, iban }) => ({
    subject: `Uitbetalingen aan ${merchant} staan stil: bankrekening niet herkend`,
    paragraphs: [
      `${hallo(name)}iemand bij ${merchant} herkent bankrekening ${iban} op naam van ${holder} niet. Alle uitbetalingen aan ${merchant} staan nu stil.`,
      'Bel de winkelier op een nummer dat je al kende. Wijs de rekening af, en geef de uitbetalingen pas vrij als alles klopt.',
    ],
    button: 'Bekijk de bankrekening',
  }),
  'en-US': ({ name, merchant, holder, iban }) => ({
    subject: `Payouts to ${merchant} are on hold: bank account not recognized`,
    paragraphs: [
      `${hello(name)}somebody at ${merchant} does not recognize bank account ${iban}, held by ${holder}. All payouts to ${merchant} are on hold now.`,
      'Call the merchant at a number that you knew before. Reject the account, and release the payouts only when all is right.',
    ],
    button: 'See the bank account',
  }),
}

export const accountMailTexts = { added, staff, alarm }
