import { mailPause_ms, mostMails } from '@kontor/contract/checkout/link.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { LinkMails } from './link-mails.ts'
import type { StoredLink } from './locked-link.ts'

export interface MailedTo {
  /** Another address than the link's own. */
  email_address?: string | undefined
}

/**
 * Mails a link again. The number and the speed of mails are limited, so that nobody is bothered in a merchant's name.
 */
export async function mailLink(
  trx: Trx,
  link: Locked<StoredLink>,
  { email_address }: MailedTo,
  now: Date,
  mails: LinkMails,
): Promise<void> {
  const address = email_address ?? link.email_address
  if (!address) throw new Refusal('invalid_request', { 'body.email_address': 'required' })
  if (link.mails_sent >= mostMails) throw new Refusal('link_mails_used_up', { most: mostMails })
  const wait_ms = link.last_mailed_at ? Date.parse(link.last_mailed_at) + mailPause_ms - now.getTime() : 0
  if (wait_ms > 0) throw new Refusal('too_many_attempts', { retry_after: Math.ceil(wait_ms / 1000) })
  await mails.send(trx, link.table, link.merchant_id, link.id, address)
  await sql`update ${sql.table(link.table)} set mails_sent = mails_sent + 1, last_mailed_at = ${now.toISOString()},
    email_address = ${address} where merchant_id = ${link.merchant_id} and id = ${link.id}`.execute(trx)
  await trx
    .insertInto('link_event')
    .values({ merchant_id: link.merchant_id, [`${link.table}_id`]: link.id, kind: 'mailed', detail: address })
    .execute()
}
