import type { ReadBody } from '@kontor/contract/endpoint'
import type { createWelcomeMailEndpoint } from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { freeFlags } from './one-default.ts'

export async function createWelcomeMail(
  trx: Trx,
  actor: Actor,
  body: ReadBody<typeof createWelcomeMailEndpoint>,
  now: Date,
): Promise<string> {
  const { update } = welcomeMail.roles
  // A flag is taken away from the mail that has it.
  if ((body.default || body.psp_default) && !isAllowed(update, actor.roles))
    throw new Refusal('forbidden', { roles: update.flat() })
  await freeFlags(trx, body)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('welcome_mail')
    .values({ ...body, id, created_at })
    .execute()
  return id
}
