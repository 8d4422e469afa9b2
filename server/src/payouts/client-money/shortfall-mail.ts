import { formatMoney } from '@kontor/contract/money'
import { findPerson } from '../../identity/access/person.ts'
import type { Databases } from '../../platform/db/database.ts'
import { messageOf } from '../../platform/mail/mail-text.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { shortfallMailTexts } from './shortfall-mail.texts.ts'

/** The mail about a day on which there was less than belongs to merchants. */
export const makeShortfallMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { user = '', day = '' }) => {
    const db = databases.provider
    const person = await findPerson(db, { id: user })
    if (!person?.active) return undefined
    const short = await db
      .selectFrom('client_money_day')
      .select(['currency_code', 'surplus'])
      .where('business_day', '=', day)
      .where('surplus', '<', 0)
      .orderBy('currency_code')
      .execute()
    if (short.length === 0) return undefined
    const { language, name, email } = person
    const text = shortfallMailTexts[language]({
      day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
      amounts: short.map(({ surplus, currency_code }) => formatMoney(-surplus, currency_code, language)).join(', '),
    })
    return messageOf(text, { to: { name, address: email }, language, url: `${publicUrl}/psp/reports/client-money` })
  }
