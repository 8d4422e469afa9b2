import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateWelcomeMailEndpoint } from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockWelcomeMail } from './locked-welcome-mail.ts'
import { freeFlags } from './one-default.ts'

export async function updateWelcomeMail(
  trx: Trx,
  id: string,
  { id: named, ...body }: ReadBody<typeof updateWelcomeMailEndpoint>,
): Promise<void> {
  if (named !== undefined && named !== id) throw new Refusal('invalid_request', { 'body.id': 'not_of_the_address' })
  await freeFlags(trx, body, id)
  await lockWelcomeMail(trx, id)
  if (Object.keys(body).length === 0) return
  await trx.updateTable('welcome_mail').set(body).where('id', '=', id).execute()
}
