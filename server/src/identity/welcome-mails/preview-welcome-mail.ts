import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { countOrRefuse } from '../guessing/attempts.ts'

const previews = { tries: 5, window_ms: 60_000 }

/** Mails a welcome mail to the caller, and to nobody else. */
export async function previewWelcomeMail(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  masterKey: string,
): Promise<void> {
  // The endpoint lets only persons in, who have an id.
  const user = actor.id ?? ''
  const mail = await trx.selectFrom('welcome_mail').select('id').where('id', '=', id).executeTakeFirst()
  if (!mail) throw new Refusal('not_found')
  await countOrRefuse(trx, 'welcome.preview', user, previews, now)
  await enqueueMail(trx, masterKey, { template: 'welcome_preview', values: { user, welcome_mail: id } }, now)
}
