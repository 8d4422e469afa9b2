import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { countOrRefuse } from '../guessing/attempts.ts'
import { mailInvitation } from './add-invited.ts'
import type { KeptUser } from './locked-user.ts'

const mails = { tries: 5, window_ms: 3_600_000 }

/** Nobody fills the mailbox of somebody who cannot stop it. */
export const countMail = (trx: Trx, user: string, now: Date) => countOrRefuse(trx, 'user.mail', user, mails, now)

/** Mails an invitation again. Its link replaces every earlier one when it is made. */
export async function inviteAgain(
  trx: Trx,
  { id, merchant }: Locked<KeptUser>,
  now: Date,
  masterKey: string,
): Promise<void> {
  await countMail(trx, id, now)
  const found =
    merchant === null
      ? undefined
      : await trx.selectFrom('merchant').select('name').where('id', '=', merchant).executeTakeFirst()
  const invited_at = now.toISOString()
  await trx.updateTable('platform_user').set({ invited_at }).where('id', '=', id).execute()
  await mailInvitation(trx, { id, merchant: found?.name ?? null, invited_at }, now, masterKey)
}
