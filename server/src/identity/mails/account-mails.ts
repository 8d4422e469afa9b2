import { welcomeExample } from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import type { Kysely } from 'kysely'
import { lockRow } from '../../platform/db/locked.ts'
import { messageOf, messageOfBlocks } from '../../platform/mail/mail-text.ts'
import type { Message } from '../../platform/mail/message.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import type { DB } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'
import { findPerson, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { issueToken, type TokenPurpose } from '../sign-in/user-tokens.ts'
import { contentFor, invitingContent, type WelcomeValues, welcomeBlocks } from '../welcome-mails/welcome-message.ts'
import { type AccountMail, accountTexts, invitationHead, previewTexts } from './account-mails.texts.ts'
import { passwordLink } from './password-link.ts'

type House = Pick<Desk, 'databases' | 'publicUrl'>

/**
 * Makes the mails about accounts at the moment of sending: only then are the owner of an address and a fresh link
 * looked up.
 */
export const accountMails = (house: House): MailMaker =>
  async function make(template, values, now) {
    const db = house.databases.provider
    const { user, email = '' } = values
    const person = await findPerson(db, user === undefined ? { email } : { id: user })
    if (!person || !isReachable(person)) return undefined
    if (template === 'forgot_password') return forgotten(house, person, values, now)
    if (template === 'invitation') return invited(house, person, values, now)
    if (template === 'welcome_preview') return previewed(house, person, values)
    if (template === 'change_email') return newAddress(house, person, email, now)
    if (!isTemplate(template)) throw new TypeError(`no mail is called ${template}`)
    const link = template === 'account_locked' ? forgotUrl(house) : undefined
    return message(person, template, values, link)
  }

const isReachable = ({ active, merchant_active }: Person) => active && merchant_active
const isTemplate = (name: string): name is AccountMail => Object.hasOwn(accountTexts, name)

async function forgotten(house: House, person: Person, values: Values, now: Date): Promise<Message> {
  const db = house.databases.provider
  const purpose = person.password_hash === null ? 'set_password' : 'reset_password'
  const link = await linkOf(house, person, purpose, now)
  const caller = {
    ip: values.ip ?? '',
    network: '',
    browser: values.browser || null,
    platform: values.platform || null,
  }
  await recordSignIn(db, { kind: 'password_reset_asked', method: 'link', user: person, caller }, now)
  return message(person, purpose, {}, link)
}

/**
 * The welcome mail of a new user: the provider's text for such users, or Kontor's own. Whoever has set a password meanwhile,
 * or has a newer invitation, needs none.
 */
async function invited(house: House, person: Person, values: Values, now: Date): Promise<Message | undefined> {
  const db = house.databases.provider
  const secret = await db.transaction().execute(async (trx) => {
    // Under the lock, because a link to hand over may be made at this moment, and must not end with this one.
    const user = await lockRow(
      trx.selectFrom('platform_user').select(['password_hash', 'invited_at']).where('id', '=', person.id),
    )
    const linked = trx.selectFrom('linked_identity').select('id').where('user_id', '=', person.id)
    if (await linked.executeTakeFirst()) return undefined
    const isOpen = user?.password_hash === null && (values.invited_at ?? user.invited_at) === user.invited_at
    return isOpen ? issueToken(trx, person.id, 'set_password', now) : undefined
  })
  if (secret === undefined) return undefined
  const url = await passwordLink(db, house.publicUrl, person.merchant_id, secret, 'set_password')
  const content = await invitingContent(db, person)
  return content === undefined
    ? message(person, invitationTo(person), values, url)
    : welcome(house, person, content, { merchant: values.merchant, url })
}

const invitationTo = ({ merchant_id }: Person): AccountMail =>
  merchant_id === null ? 'staff_invitation' : 'invitation'

/** What an invited person with the same language would get. Its links lead to the sign-in page. */
async function previewed(house: House, person: Person, { welcome_mail = '' }: Values): Promise<Message | undefined> {
  const mail = await house.databases.provider
    .selectFrom('welcome_mail')
    .select(['content', 'content_en', 'default', 'psp_default'])
    .where('id', '=', welcome_mail)
    .executeTakeFirst()
  if (!mail) return undefined
  const url = `${house.publicUrl}/login`
  const { subject, note } = previewTexts[person.language]
  const { merchant } = welcomeExample[person.language]
  const content = contentFor(person, mail)
  const forStaff = mail.psp_default && !mail.default
  const shown =
    content === undefined
      ? message(person, forStaff ? 'staff_invitation' : 'invitation', { merchant }, url)
      : welcome(house, person, content, { merchant: forStaff ? undefined : merchant, url })
  return {
    ...shown,
    content: {
      ...shown.content,
      subject: subject(shown.content.subject),
      blocks: [note, ...shown.content.blocks],
    },
  }
}

/** Subject and button are Kontor's own. Staff work for no merchant: a text that names one names Kontor. */
function welcome(
  house: House,
  { name, email, language }: Person,
  content: string,
  { merchant = 'Kontor', url }: { merchant: string | undefined; url: string },
): Message {
  const { subject, button } = invitationHead[language]
  const values: WelcomeValues = { name, merchant, url, button, url_forgot_password: forgotUrl(house) }
  return messageOfBlocks({ subject }, welcomeBlocks(content, values), { to: { name, address: email }, language })
}

const forgotUrl = ({ publicUrl }: House) => `${publicUrl}/forgotPassword`

async function linkOf(house: House, person: Person, purpose: TokenPurpose, now: Date): Promise<string> {
  const db = house.databases.provider
  const secret = await issue(db, person, purpose, now)
  return passwordLink(db, house.publicUrl, person.merchant_id, secret, purpose)
}

/**
 * The mail to a new address. If somebody else has the address, that person is told; the one who asked gets no mail and
 * learns nothing.
 */
async function newAddress(house: House, person: Person, email: string, now: Date): Promise<Message> {
  const db = house.databases.provider
  const owner = await findPerson(db, { email })
  if (owner && owner.id !== person.id) return message(owner, 'email_taken', {}, undefined)
  const secret = await issue(db, person, 'change_email', now, email)
  const link = `${house.publicUrl}/updateEmail?${new URLSearchParams({ token: secret })}`
  return message(person, 'change_email', { address: email }, link)
}

const issue = (db: Kysely<DB>, person: Person, purpose: TokenPurpose, now: Date, email?: string): Promise<string> =>
  db.transaction().execute((trx) => issueToken(trx, person.id, purpose, now, email))

function message(person: Person, template: AccountMail, values: Values, url: string | undefined): Message {
  const { language, name, email } = person
  const { minutes = '', email: asked = '', passkey = '', merchant = '' } = values
  const said = { name, minutes, email: asked, passkey, merchant }
  const to = { name, address: values.address ?? email }
  return messageOf(accountTexts[template][language](said), { to, language, code: values.code, url })
}
