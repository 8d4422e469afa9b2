import { alarmFor_days } from '@kontor/contract/bank-accounts/bank-account.rules'
import { type Language, languages } from '@kontor/contract/codes/languages'
import { sql } from 'kysely'
import { findPerson } from '../../identity/access/person.ts'
import { hashOf, newSecret } from '../../identity/access/secrets.ts'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { accountMailTexts } from './account-mail.texts.ts'
import { addedMail, alarmMail } from './warn-of-account.ts'

export const bankAccountTemplates: readonly string[] = [addedMail, alarmMail]

interface House {
  databases: Databases
  publicUrl: string
}

/**
 * The mails about a new bank account. The link that stops payouts is made when the mail is: nobody else ever has it. The
 * provider's people sign in instead.
 */
export const bankAccountMails =
  ({ databases, publicUrl }: House): MailMaker =>
  async (template, values, now) => {
    const db = databases.provider
    const found = await findAccount(db, values)
    const to = found && (await recipientOf(db, values, found))
    if (!found || !to) return undefined
    const { language } = to
    const said = { ...found, name: oneLine(to.name ?? ''), from: momentIn(found, language) }
    const texts = accountMailTexts[template === alarmMail ? 'alarm' : to.psp ? 'staff' : 'added'][language]
    const url = to.psp
      ? `${publicUrl}/psp/bank-accounts/${found.id}`
      : `${publicUrl}/bank-account-alarm?token=${await newAlarm(db, found, values, now)}`
    const text = texts(said)
    const head = { ...text, subject: oneLine(text.subject) }
    return messageOf(head, { to: { name: to.name ?? '', address: to.address }, language, url })
  }

interface Found {
  merchant_id: string
  id: string
  merchant: string
  merchant_language: string
  time_zone: string
  holder: string
  iban: string
  usable_from: string
  replaces: boolean
  added_by: string | null
}

async function findAccount(db: Reader, { merchant = '', account = '' }: Values): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select b.merchant_id, b.id, m.name as merchant, m.language as merchant_language,
      coalesce(m.time_zone, i.time_zone) as time_zone, b.holder,
      b.country_code || '•• •••• ' || b.iban_end as iban, b.usable_from, b.replaces is not null as replaces,
      b.created_by as added_by
    from bank_account b join merchant m on m.id = b.merchant_id cross join installation i
    where b.merchant_id = ${merchant} and b.id = ${account}`.execute(db)
  return rows[0]
}

interface Recipient {
  /** Null: an address of the organisation, which is nobody's in particular. */
  name: string | null
  address: string
  language: Language
  psp: boolean
}

async function recipientOf(db: Reader, { user, address }: Values, found: Found): Promise<Recipient | undefined> {
  if (user === undefined) {
    const language = languages.find((each) => each === found.merchant_language) ?? 'nl'
    return address ? { name: null, address, language, psp: false } : undefined
  }
  const person = await findPerson(db, { id: user })
  if (!person?.active || !person.merchant_active) return undefined
  const { name, email, language, merchant_id } = person
  return { name, address: email, language, psp: merchant_id === null }
}

const momentIn = ({ usable_from, time_zone }: Found, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone }).format(
    new Date(usable_from),
  )

async function newAlarm(db: Reader, { merchant_id, id }: Found, { user }: Values, now: Date): Promise<string> {
  const secret = newSecret()
  await db
    .insertInto('bank_account_alarm')
    .values({
      ...newId(now),
      merchant_id,
      bank_account_id: id,
      token_hash: hashOf(secret),
      user_id: user ?? null,
      expires_at: new Date(now.getTime() + alarmFor_days * 86_400_000).toISOString(),
    })
    .execute()
  return secret
}
