import type { Language } from '@kontor/contract/codes/languages'
import type { Block, Message, Sender } from './message.ts'

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
  from?: Sender
  language: Language
  code?: string | undefined
  /** The address behind the button. */
  url?: string | undefined
}

export function messageOf({ paragraphs, button, ...head }: MailText, { code, url, ...envelope }: Envelope): Message {
  const [first = '', ...rest] = paragraphs
  const blocks = [
    first,
    ...(code === undefined ? [] : [{ code }]),
    ...(url === undefined ? [] : [{ button: { label: button ?? url, url } }]),
    ...rest,
  ]
  return messageOfBlocks(head, blocks, envelope)
}

/** A mail whose blocks are in an order of their own. */
export function messageOfBlocks(
  { subject, shop }: Pick<MailText, 'subject' | 'shop'>,
  blocks: readonly Block[],
  { to, from, language }: Pick<Envelope, 'to' | 'from' | 'language'>,
): Message {
  const closing = closings[language]
  return {
    to,
    ...(from && { from }),
    language,
    content: { subject, blocks, closing: shop === undefined ? closing.own : closing.of(shop) },
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
