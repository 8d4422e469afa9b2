import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockWelcomeMail } from './locked-welcome-mail.ts'

/** A mail that invites somebody stays: without it, another text would go out and nobody would have said so. */
export async function deleteWelcomeMail(trx: Trx, id: string): Promise<void> {
  const mail = await lockWelcomeMail(trx, id)
  if (mail.default || mail.psp_default) throw new Refusal('welcome_mail_in_use')
  await trx.deleteFrom('welcome_mail').where('id', '=', id).execute()
}
