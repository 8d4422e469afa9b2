import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.ts'
import { newId } from '../db/ids.ts'
import { fixed } from '../db/kept-plans.ts'
import { openCredential, sealCredential } from '../secrets/sealed.ts'

/**
 * A mail that waits: its template and the values for it. The values are sealed, because codes and links are among them.
 */
export interface WaitingMail {
  id: string
  template: string
  sealed: Buffer
  attempts: number
  expires_at: string
}

export type Values = Record<string, string>

const place = (id: string) => ({ merchant: 'mail', record: id })
export const openValues = (masterKey: string, id: string, sealed: Buffer): Values =>
  openCredential(masterKey, place(id), sealed)

const day_ms = 24 * 3_600_000

/** Puts a mail into the outbox, in the transaction that decided on it. It is sent later, never inside the request. */
export async function enqueueMail(
  db: Kysely<DB>,
  masterKey: string,
  mail: { template: string; values: Values; useful_ms?: number },
  now: Date,
): Promise<void> {
  const { id, created_at } = newId(now)
  await db
    .insertInto('mail')
    .values({
      id,
      created_at,
      template: mail.template,
      sealed: sealCredential(masterKey, place(id), mail.values),
      next_attempt_at: created_at,
      expires_at: new Date(now.getTime() + (mail.useful_ms ?? day_ms)).toISOString(),
    })
    .execute()
}

/**
 * Takes due mails for `lease_ms`. Two workers never take the same mail. Whoever asked for a code or a link sits and waits
 * for it, so invitations, of which there may be many, go after all others.
 */
export async function claimMails(db: Kysely<DB>, limit: number, lease_ms: number, now: Date): Promise<WaitingMail[]> {
  const { rows } = await sql<WaitingMail>`${fixed}
    with due as (
      select id from mail
      where done_at is null and next_attempt_at <= ${now.toISOString()}
        and (leased_until is null or leased_until < ${now.toISOString()})
      order by template = 'invitation', next_attempt_at limit ${limit} for update skip locked)
    update mail set leased_until = ${new Date(now.getTime() + lease_ms).toISOString()}, attempts = attempts + 1
    from due where mail.id = due.id
    returning mail.id, template, sealed, attempts, expires_at`.execute(db)
  return rows
}

export type Outcome = 'sent' | 'caught' | 'nobody' | 'expired' | 'refused'

/** Ends a mail. Its content is deleted, unless a demo caught it to show it. */
export async function finishMail(
  db: Kysely<DB>,
  id: string,
  outcome: Outcome,
  now: Date,
  kept: { masterKey: string; letter: Values } | undefined = undefined,
  error: string | null = null,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      done_at: now.toISOString(),
      outcome,
      sealed: kept ? sealCredential(kept.masterKey, place(id), kept.letter) : null,
      leased_until: null,
      last_error: error,
    })
    .where('id', '=', id)
    .execute()
}

export async function retryMail(db: Kysely<DB>, id: string, at: Date, error: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_attempt_at: at.toISOString(), leased_until: null, last_error: error })
    .where('id', '=', id)
    .execute()
}

/** Answers for the same receiver, and the time since the first of them, after which a server that takes other mails is believed. */
const believedAfter = 3
const believedAfter_h = 12

/**
 * Counts an answer that we may not send to the receiver of a mail. True: there were enough of them for half a day, and other mails
 * were taken meanwhile, so that the server does not refuse us. A server that lost our right to send outside takes mails to its own
 * people, so half a day is left to mend that. While it refuses every mail, all of them wait.
 */
export async function isRefusedAlone(db: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_alone: boolean }>`
    update mail set refusals = refusals + 1, first_refused_at = coalesce(first_refused_at, ${now.toISOString()})
    where id = ${id}
    returning refusals >= ${believedAfter} and first_refused_at <= ${now.toISOString()}::timestamptz - make_interval(hours => ${believedAfter_h})
      and exists (select from mail other where other.created_at >= mail.first_refused_at - interval '1 day'
        and other.outcome = 'sent' and other.done_at >= mail.first_refused_at) as is_alone`.execute(db)
  return rows[0]?.is_alone ?? false
}

export async function isDemo(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('installation').select('demo').executeTakeFirst())?.demo === true
}

/**
 * Removes waiting mails to an address on behalf of a merchant, and empties caught ones. Mails about accounts name no
 * merchant and stay: a payer of a shop may also have an account.
 */
export async function forgetMails(
  db: Kysely<DB>,
  masterKey: string,
  { merchant, address }: { merchant: string; address: string },
  now: Date,
): Promise<void> {
  const mails = await db
    .selectFrom('mail')
    .select(['id', 'sealed', 'done_at'])
    .where('sealed', 'is not', null)
    .execute()
  for (const { id, sealed, done_at } of mails) {
    const values = sealed && openValues(masterKey, id, sealed)
    // A mail that a demo caught is the finished letter, which no longer names its merchant.
    const isTheirs = values?.merchant === merchant || done_at !== null
    if (!isTheirs || values?.address !== address) continue
    await db
      .updateTable('mail')
      .set({ sealed: null, ...(done_at === null ? { done_at: now.toISOString(), outcome: 'nobody' } : {}) })
      .where('id', '=', id)
      .execute()
  }
}
