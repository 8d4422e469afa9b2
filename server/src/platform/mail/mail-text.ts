import type { Language } from '@kontor/contract/codes/languages'
import type { Message } from './message.ts'

/** The words of a mail. A code or a link follows the first paragraph. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  button?: string
  /** The shop in whose name Kontor sends it. */
  shop?: string
}

/** The words of a mail in each language, made from its values. */
export type MailTexts<Said> = Readonly<Record<Language, (said: Said) => MailText>>

interface Envelope {
  to: { name: string; address: string }
  language: Language
  code?: string | undefined
  /** The address behind the button. */
  url?: string | undefined
}

export function messageOf({ subject, paragraphs, button, shop }: MailText, envelope: Envelope): Message {
  const { to, language, code, url } = envelope
  const closing = closings[language]
  return {
    to,
    language,
    content: {
      subject,
      paragraphs,
      ...(code === undefined ? {} : { code }),
      ...(url === undefined ? {} : { link: { label: button ?? url, url } }),
      closing: shop === undefined ? closing.own : closing.of(shop),
    },
  }
}

const closings = {
  nl: {
    own: 'Deze mail is automatisch verstuurd door Kontor.',
    of: (shop: string) => `Deze mail is namens ${shop} verstuurd door Kontor.`,
  },
  'en-US': {
    own: 'This email was sent automatically by Kontor.',
    of: (shop: string) => `This email was sent by Kontor on behalf of ${shop}.`,
  },
}

/** A text on one line. Texts that people typed go into headers, where a line break would be dangerous. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
