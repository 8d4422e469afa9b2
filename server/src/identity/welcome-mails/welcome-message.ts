import { type WelcomePlaceholder, welcomeParagraphs } from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import type { Kysely } from 'kysely'
import type { Block, Words } from '../../platform/mail/message.ts'
import type { DB } from '../../schema.ts'
import type { Person } from '../access/person.ts'

/** The values of a text. They are put in as words and addresses, and nothing in them is read as a placeholder or HTML. */
export interface WelcomeValues {
  name: string
  merchant: string
  /** Where the password is set, and the label of the button that leads there. */
  url: string
  button: string
  url_forgot_password: string
}

interface StoredText {
  content: string
  content_en: string | null
}

/** The text that invites people like this one, in their language; undefined: Kontor's own does. */
export async function invitingContent(db: Kysely<DB>, person: Person): Promise<string | undefined> {
  const mail = await db
    .selectFrom('welcome_mail')
    .select(['content', 'content_en'])
    .where(person.merchant_id === null ? 'psp_default' : 'default', '=', true)
    .executeTakeFirst()
  return mail && contentFor(person, mail)
}

export const contentFor = ({ language }: Pick<Person, 'language'>, mail: StoredText): string | undefined =>
  (language === 'nl' ? mail.content : mail.content_en) ?? undefined

export function welcomeBlocks(content: string, { button, ...values }: WelcomeValues): Block[] {
  return welcomeParagraphs(content).map((parts): Block => {
    const isButton = parts.some((part) => isPlace(part, 'enter_password_button'))
    if (isButton) return { button: { label: button, url: values.url } }
    return parts.map((part) => (typeof part === 'string' ? part : wordAt(part.placeholder, values)))
  })
}

type Part = ReturnType<typeof welcomeParagraphs>[number][number]
const isPlace = (part: Part, placeholder: WelcomePlaceholder) =>
  typeof part !== 'string' && part.placeholder === placeholder

type Word = Exclude<Words, string>[number]

function wordAt(placeholder: WelcomePlaceholder, values: Omit<WelcomeValues, 'button'>): Word {
  if (placeholder === 'name' || placeholder === 'merchant') return values[placeholder]
  return { url: placeholder === 'url_forgot_password' ? values.url_forgot_password : values.url }
}
