import { allMerchants } from '@kontor/contract/reports/report.rules'
import { findPerson, type Person } from '../../identity/access/person.ts'
import type { Databases } from '../../platform/db/database.ts'
import { type MailText, messageOf } from '../../platform/mail/mail-text.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { readyMail } from './end-run.ts'
import { pausedMail } from './pause-schedule.ts'
import { pausedTexts, readyTexts } from './schedule-mails.texts.ts'

interface House {
  databases: Databases
  publicUrl: string
}

/** Mails with a link, never with a file: who follows it signs in, and the roles of that moment count. */
export const scheduleMails =
  (house: House): MailMaker =>
  async (template, values) => {
    const person = await findPerson(house.databases.provider, { id: values.user ?? '' })
    if (!person?.active || !person.merchant_active) return undefined
    const said = template === readyMail ? await ready(house, person, values) : await paused(house, person, values)
    if (!said) return undefined
    const { name, email, language } = person
    return messageOf(said.text, { to: { name, address: email }, language, url: `${house.publicUrl}${said.path}` })
  }

interface Said {
  text: MailText
  path: string
}

async function ready(
  { databases }: House,
  person: Person,
  { merchant = '', report = '' }: Values,
): Promise<Said | undefined> {
  const found = await databases.provider
    .selectFrom('report')
    .select(['name', 'rows'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', report)
    .where('file_id', 'is not', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { name, language } = person
  return {
    text: readyTexts[language]({
      ...{ name, report: found.name, rows: new Intl.NumberFormat(language).format(found.rows) },
      isOne: Number(found.rows) === 1,
    }),
    path: `/?_download=true&id=${report}${merchant === allMerchants ? '' : `&_organisation=${merchant}`}`,
  }
}

async function paused(
  { databases }: House,
  person: Person,
  { merchant = '', schedule = '' }: Values,
): Promise<Said | undefined> {
  const found = await databases.provider
    .selectFrom('report_schedule')
    .select(['name', 'paused_reason'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', schedule)
    .where('active', '=', false)
    .executeTakeFirst()
  if (!found) return undefined
  const { name, language } = person
  return {
    text: pausedTexts[language]({ name, schedule: found.name, reason: found.paused_reason ?? '' }),
    path: `/reports/schedules/view/${schedule}`,
  }
}

export const scheduleTemplates: readonly string[] = [readyMail, pausedMail]
