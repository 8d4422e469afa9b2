import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { LinkMails } from './link-mails.ts'
import { type MailedTo, mailLink } from './mail-link.ts'

/** Mails a payment link, again, to its address or to another. */
export const mailPaymentLink = (trx: Trx, actor: Actor, mails: LinkMails, to: MailedTo, now: Date): Promise<void> =>
  mailLink(trx, actor, mails, { table: 'payment_link', ...to }, now)
