import { welcomeExample } from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import type { MailTexts } from '../../platform/mail/mail-text.ts'

/** The values of the mails about an account; each needs some of them. */
interface Said {
  name: string
  minutes: string
  email: string
  passkey: string
  merchant: string
}

const notYou = {
  nl: 'Was jij dit niet? Stel dan meteen een nieuw wachtwoord in en waarschuw je beheerder.',
  'en-US': 'Not you? Set a new password right away and tell your administrator.',
}

/** The subject and the button of an invitation, whoever wrote its text. */
export const invitationHead = {
  nl: { subject: 'Welkom bij Kontor', button: welcomeExample.nl.button },
  'en-US': { subject: 'Welcome to Kontor', button: welcomeExample['en-US'].button },
}

export const accountTexts = {
  mfa_code: {
    nl: ({ name, minutes }) => ({
      subject: 'Je verificatiecode',
      paragraphs: [
        `Hallo ${name}, met deze code rond je het aanmelden af:`,
        `De code is ${minutes} minuten geldig en werkt één keer. Geef hem aan niemand door.`,
        'Heb je deze code niet aangevraagd? Dan kent iemand anders je wachtwoord: stel een nieuw in.',
      ],
    }),
    'en-US': ({ name, minutes }) => ({
      subject: 'Your verification code',
      paragraphs: [
        `Hello ${name}, this code completes your sign-in:`,
        `The code is valid for ${minutes} minutes and works once. Do not pass it on to anyone.`,
        'If you did not request this code, somebody else knows your password: set a new one.',
      ],
    }),
  },
  fresh_factor_code: {
    nl: ({ name, minutes }) => ({
      subject: 'Je code om een wijziging te bevestigen',
      paragraphs: [
        `Hallo ${name}, met deze code bevestig je de wijziging die je nu in Kontor doet:`,
        `De code is ${minutes} minuten geldig en werkt één keer. Geef hem aan niemand door.`,
        'Doe je nu geen wijziging? Dan gebruikt iemand anders je account: stel meteen een nieuw wachtwoord in.',
      ],
    }),
    'en-US': ({ name, minutes }) => ({
      subject: 'Your code to confirm a change',
      paragraphs: [
        `Hello ${name}, this code confirms the change that you are making in Kontor:`,
        `The code is valid for ${minutes} minutes and works once. Do not pass it on to anyone.`,
        'Not making a change? Then somebody else is using your account: set a new password right away.',
      ],
    }),
  },
  reset_password: {
    nl: ({ name }) => ({
      subject: 'Stel een nieuw wachtwoord in',
      paragraphs: [
        `Hallo ${name}, met deze link stel je een nieuw wachtwoord in:`,
        'De link is 24 uur geldig en werkt één keer. Een nieuwere link maakt deze ongeldig.',
        'Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
      ],
      button: 'Nieuw wachtwoord instellen',
    }),
    'en-US': ({ name }) => ({
      subject: 'Set a new password',
      paragraphs: [
        `Hello ${name}, this link lets you set a new password:`,
        'The link is valid for 24 hours and works once. A newer link replaces this one.',
        'If you did not request this, you can ignore this email: your password stays as it is.',
      ],
      button: 'Set a new password',
    }),
  },
  invitation: {
    nl: ({ name, merchant }) => ({
      ...invitationHead.nl,
      paragraphs: [
        `Hallo ${name}, welkom! Je kunt nu met Kontor de betalingen van ${merchant} beheren. Stel eerst je wachtwoord in:`,
        'De link is 24 uur geldig en werkt één keer. Is hij verlopen? Vraag dan op de aanmeldpagina met “Wachtwoord vergeten” een nieuwe aan.',
        'Wij raden je aan om daarna aanmelden in twee stappen in te stellen.',
      ],
    }),
    'en-US': ({ name, merchant }) => ({
      ...invitationHead['en-US'],
      paragraphs: [
        `Hello ${name}, welcome! You can now manage the payments of ${merchant} in Kontor. Set your password first:`,
        'The link is valid for 24 hours and works once. If it has expired, use “Forgot password” on the sign-in page to get a new one.',
        'We recommend that you set up multi-factor authentication afterwards.',
      ],
    }),
  },
  staff_invitation: {
    nl: ({ name }) => ({
      ...invitationHead.nl,
      paragraphs: [
        `Hallo ${name}, welkom! Je kunt nu met Kontor werken. Stel eerst je wachtwoord in:`,
        'De link is 24 uur geldig en werkt één keer. Is hij verlopen? Vraag dan op de aanmeldpagina met “Wachtwoord vergeten” een nieuwe aan.',
        'Wij raden je aan om daarna aanmelden in twee stappen in te stellen.',
      ],
    }),
    'en-US': ({ name }) => ({
      ...invitationHead['en-US'],
      paragraphs: [
        `Hello ${name}, welcome! You can now work with Kontor. Set your password first:`,
        'The link is valid for 24 hours and works once. If it has expired, use “Forgot password” on the sign-in page to get a new one.',
        'We recommend that you set up multi-factor authentication afterwards.',
      ],
    }),
  },
  set_password: {
    nl: ({ name }) => ({
      subject: 'Stel je wachtwoord in',
      paragraphs: [
        `Hallo ${name}, met deze link stel je je wachtwoord voor Kontor in:`,
        'De link is 24 uur geldig en werkt één keer. Wij raden je aan om daarna een tweede factor in te stellen.',
      ],
      button: 'Wachtwoord instellen',
    }),
    'en-US': ({ name }) => ({
      subject: 'Set your password',
      paragraphs: [
        `Hello ${name}, this link lets you set your password for Kontor:`,
        'The link is valid for 24 hours and works once. We recommend that you set up a second factor afterwards.',
      ],
      button: 'Set your password',
    }),
  },
  change_email: {
    nl: ({ name }) => ({
      subject: 'Bevestig je nieuwe e-mailadres',
      paragraphs: [
        `Hallo ${name}, met deze link wordt dit je e-mailadres voor Kontor:`,
        'De link is 24 uur geldig en werkt één keer. Tot dan blijft je oude adres gelden.',
        'Heb je hier niet om gevraagd? Dan hoef je niets te doen.',
      ],
      button: 'E-mailadres bevestigen',
    }),
    'en-US': ({ name }) => ({
      subject: 'Confirm your new email address',
      paragraphs: [
        `Hello ${name}, open this link to make this your email address for Kontor:`,
        'The link is valid for 24 hours and works once. Until then, your old address stays in use.',
        'If you did not request this, you can ignore this email.',
      ],
      button: 'Confirm the e-mail address',
    }),
  },
  email_taken: {
    nl: ({ name }) => ({
      subject: 'Je hebt al een account',
      paragraphs: [
        `Hallo ${name}, iemand wilde een ander account van Kontor dit e-mailadres geven.`,
        'Dat kan niet, want het is al het adres van je account. Je hoeft niets te doen.',
      ],
    }),
    'en-US': ({ name }) => ({
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${name}, somebody tried to use this email address for another Kontor account.`,
        'That is not possible, because it already belongs to your account. You do not need to do anything.',
      ],
    }),
  },
  email_change_asked: {
    nl: ({ name, email }) => ({
      subject: 'Er is een ander e-mailadres aangevraagd',
      paragraphs: [
        `Hallo ${name}, voor je account is ${email} als nieuw e-mailadres aangevraagd.`,
        'Je adres verandert pas als de link in de mail aan het nieuwe adres wordt geopend.',
        notYou.nl,
      ],
    }),
    'en-US': ({ name, email }) => ({
      subject: 'A new email address was requested',
      paragraphs: [
        `Hello ${name}, ${email} was requested as the new email address of your account.`,
        'Your address only changes once the link sent to the new address is opened.',
        notYou['en-US'],
      ],
    }),
  },
  email_changed: {
    nl: ({ name, email }) => ({
      subject: 'Je e-mailadres is gewijzigd',
      paragraphs: [`Hallo ${name}, het e-mailadres van je account is nu ${email}.`, notYou.nl],
    }),
    'en-US': ({ name, email }) => ({
      subject: 'Your email address was changed',
      paragraphs: [`Hello ${name}, the email address of your account is now ${email}.`, notYou['en-US']],
    }),
  },
  password_set: {
    nl: ({ name }) => ({
      subject: 'Je wachtwoord is gewijzigd',
      paragraphs: [`Hallo ${name}, het wachtwoord van je account is zojuist gewijzigd.`, notYou.nl],
    }),
    'en-US': ({ name }) => ({
      subject: 'Your password was changed',
      paragraphs: [`Hello ${name}, the password of your account was just changed.`, notYou['en-US']],
    }),
  },
  mfa_enabled: {
    nl: ({ name }) => ({
      subject: 'Je tweede factor is ingesteld',
      paragraphs: [`Hallo ${name}, voor je account is zojuist een tweede factor ingesteld.`, notYou.nl],
    }),
    'en-US': ({ name }) => ({
      subject: 'Your second factor was set up',
      paragraphs: [`Hello ${name}, a second factor was just set up for your account.`, notYou['en-US']],
    }),
  },
  mfa_disabled: {
    nl: ({ name }) => ({
      subject: 'Je tweede factor is uitgezet',
      paragraphs: [`Hallo ${name}, de tweede factor van je account is zojuist uitgezet.`, notYou.nl],
    }),
    'en-US': ({ name }) => ({
      subject: 'Your second factor was switched off',
      paragraphs: [`Hello ${name}, the second factor of your account was just turned off.`, notYou['en-US']],
    }),
  },
  passkey_added: {
    nl: ({ name, passkey }) => ({
      subject: 'Er is een passkey toegevoegd',
      paragraphs: [`Hallo ${name}, aan je account is zojuist de passkey “${passkey}” toegevoegd.`, notYou.nl],
    }),
    'en-US': ({ name, passkey }) => ({
      subject: 'A passkey was added',
      paragraphs: [`Hello ${name}, the passkey “${passkey}” was just added to your account.`, notYou['en-US']],
    }),
  },
  account_locked: {
    nl: ({ name }) => ({
      subject: 'Je account is tijdelijk geblokkeerd',
      paragraphs: [
        `Hallo ${name}, er is te vaak zonder succes geprobeerd om met je account aan te melden. Het is daarom geblokkeerd.`,
        'Met “Wachtwoord vergeten” op de aanmeldpagina stel je een nieuw wachtwoord in; dat heft de blokkade op.',
      ],
      button: 'Naar “Wachtwoord vergeten”',
    }),
    'en-US': ({ name }) => ({
      subject: 'Your account is locked for now',
      paragraphs: [
        `Hello ${name}, there were too many failed attempts to sign in to your account. It is locked for that reason.`,
        '“Forgot password” on the sign-in page lets you set a new password, which unlocks the account.',
      ],
      button: 'Go to “Forgot password”',
    }),
  },
  device_copied: {
    nl: ({ name }) => ({
      subject: 'Een onthouden apparaat is mogelijk gekopieerd',
      paragraphs: [
        `Hallo ${name}, iemand gebruikte gegevens van een apparaat dat je account onthouden had en die al vervangen waren.`,
        'Het apparaat is vergeten en vraagt weer om een tweede factor. Stel voor de zekerheid een nieuw wachtwoord in.',
      ],
    }),
    'en-US': ({ name }) => ({
      subject: 'A remembered device may have been copied',
      paragraphs: [
        `Hello ${name}, somebody used data of a device that your account remembered, and that had been replaced already.`,
        'The device was forgotten and asks for a second factor again. Set a new password to be safe.',
      ],
    }),
  },
} as const satisfies Record<string, MailTexts<Said>>

/** What a preview of a welcome mail adds to it. */
export const previewTexts = {
  nl: {
    subject: (of: string) => `Voorbeeld: ${of}`,
    note: 'Dit is een voorbeeld. De naam van de winkelier is verzonnen, en de links openen de aanmeldpagina.',
  },
  'en-US': {
    subject: (of: string) => `Preview: ${of}`,
    note: 'This is a preview. The merchant’s name is made up, and the links open the sign-in page.',
  },
} as const

export type AccountMail = keyof typeof accountTexts
