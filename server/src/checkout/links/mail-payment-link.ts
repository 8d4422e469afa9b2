import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { LinkMails } from './link-mails.ts'
import { lockActiveLink } from './locked-link.ts'
import { type MailedTo, mailLink } from './mail-link.ts'

/** Mails a payment link, again, to its address or to another. */
export async function mailPaymentLink(
  trx: Trx,
  actor: Actor,
  id: string,
  to: MailedTo,
  now: Date,
  mails: LinkMails,
): Promise<void> {
  await mailLink(trx, await lockActiveLink(trx, actor, { table: 'payment_link', id }, now), to, now, mails)
}
