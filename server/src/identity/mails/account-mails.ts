import { writeRequirements } from '@kontor/contract/identity/password.rules'
import type { Kysely } from 'kysely'
import { messageOf } from '../../platform/mail/mail-text.ts'
import type { Message } from '../../platform/mail/message.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import type { DB } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'
import { findPerson, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { policyOf } from '../sign-in/password-policy.ts'
import { issueToken, type TokenPurpose } from '../sign-in/user-tokens.ts'
import { type AccountMail, accountTexts } from './account-mails.texts.ts'

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
    if (template === 'change_email') return newAddress(house, person, email, now)
    if (!isTemplate(template)) throw new TypeError(`no mail is called ${template}`)
    const link = template === 'account_locked' ? `${house.publicUrl}/forgotPassword` : undefined
    return message(person, template, values, link)
  }

const isReachable = ({ active, merchant_active }: Person) => active && merchant_active
const isTemplate = (name: string): name is AccountMail => Object.hasOwn(accountTexts, name)

async function forgotten(house: House, person: Person, values: Values, now: Date): Promise<Message> {
  const db = house.databases.provider
  const isNew = person.password_hash === null
  const secret = await issue(db, person, isNew ? 'set_password' : 'reset_password', now)
  const caller = {
    ip: values.ip ?? '',
    network: '',
    browser: values.browser || null,
    platform: values.platform || null,
  }
  await recordSignIn(db, { kind: 'password_reset_asked', method: 'link', user: person, caller }, now)
  const requirements = writeRequirements(await policyOf(db, person.merchant_id))
  const query = new URLSearchParams({ token: secret, new: String(isNew), requirements })
  return message(person, isNew ? 'set_password' : 'reset_password', {}, `${house.publicUrl}/updatePassword?${query}`)
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
  const said = { name, minutes: values.minutes ?? '', email: values.email ?? '', passkey: values.passkey ?? '' }
  const to = { name, address: values.address ?? email }
  return messageOf(accountTexts[template][language](said), { to, language, code: values.code, url })
}
