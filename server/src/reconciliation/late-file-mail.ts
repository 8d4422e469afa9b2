import { findPerson } from '../identity/access/person.ts'
import type { Databases } from '../platform/db/database.ts'
import { messageOf } from '../platform/mail/mail-text.ts'
import type { MailMaker } from '../platform/mail/worker.ts'
import { lateFileMailTexts } from './late-file-mail.texts.ts'

export const lateFileMail = 'late_file'

export const makeLateFileMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { user = '', settlement = '', expected_at = '' }) => {
    const db = databases.provider
    const person = await findPerson(db, { id: user })
    if (!person?.active) return undefined
    const found = await db
      .selectFrom('processor_settlement as s')
      .innerJoin('merchant as m', 'm.id', 's.merchant_id')
      .select(['s.id', 's.name', 'm.name as merchant'])
      .where('s.id', '=', settlement)
      .executeTakeFirst()
    if (!found) return undefined
    const { language, name, email } = person
    const { time_zone } = await db.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: time_zone }).format(
      new Date(expected_at),
    )
    const url = `${publicUrl}/psp/processor-settlements/${found.id}`
    return messageOf(lateFileMailTexts[language]({ ...found, day }), { to: { name, address: email }, language, url })
  }
