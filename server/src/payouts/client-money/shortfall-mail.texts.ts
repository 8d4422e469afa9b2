import type { MailTexts } from '../../platform/mail/mail-text.ts'

interface Said {
  day: string
  /** What is short, with its currency, one after the other. */
  amounts: string
}

export const shortfallMailTexts: MailTexts<Said> = {
  nl: ({ day, amounts }) => ({
    subject: `Er is te weinig derdengeld: ${amounts}`,
    paragraphs: [
      `Aan het eind van ${day} was er ${amounts} minder dan wat van winkeliers is.`,
      'Kijk of er een bankregel ontbreekt of nog niet gekoppeld is. Is het tekort echt, vul het dan aan van de eigen rekening.',
    ],
    button: 'Bekijk het derdengeld',
  }),
  'en-US': ({ day, amounts }) => ({
    subject: `There is too little client money: ${amounts}`,
    paragraphs: [
      `At the end of ${day} there was ${amounts} less than what belongs to merchants.`,
      'Check whether a bank entry is missing or not matched yet. If the shortfall is real, add money from the own account.',
    ],
    button: 'See the client money',
  }),
}
