import type { MailTexts } from '../platform/mail/mail-text.ts'

interface Said {
  name: string
  merchant: string
  /** The day on which it should have been there. */
  day: string
}

export const lateFileMailTexts: MailTexts<Said> = {
  nl: ({ name, merchant, day }) => ({
    subject: `Het bestand van ${name} is te laat`,
    paragraphs: [
      `Het volgende bestand van ${name} (${merchant}) had er op ${day} moeten zijn. Tot het er is, weet niemand of de processor klopt met onze boeken.`,
      'Vraag de processor naar het bestand, of lever het zelf aan. Je krijgt over dit bestand geen mail meer.',
    ],
    button: 'Bekijk de processorafrekening',
  }),
  'en-US': ({ name, merchant, day }) => ({
    subject: `The file of ${name} is late`,
    paragraphs: [
      `The next file of ${name} (${merchant}) should have been there on ${day}. Until it is, nobody knows whether the processor agrees with our books.`,
      'Ask the processor for the file, or upload it yourself. You get no other email about this file.',
    ],
    button: 'See the processor settlement',
  }),
}
