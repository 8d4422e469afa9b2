import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { LinkMails } from './link-mails.ts'
import { type MailedTo, mailLink } from './mail-link.ts'

/** Mails a card-add link, again, to its address or to another. */
export const mailCardAddLink = (trx: Trx, actor: Actor, mails: LinkMails, to: MailedTo, now: Date): Promise<void> =>
  mailLink(trx, actor, mails, { table: 'card_add_link', ...to }, now)
