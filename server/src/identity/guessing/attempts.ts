import { Refusal } from '@kontor/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.ts'
import { hashOf } from '../access/secrets.ts'
import type { Limit, SignInSettings } from '../access/sign-in-settings.ts'

/** The name of the counted limit. The key says whose tries are counted. */
export type Counted =
  | keyof SignInSettings['limits']
  | `pay.${string}`
  | 'webhook.try'
  | 'middleware.try'
  | 'welcome.preview'
  | 'user.invite'
  | 'user.mail'
  | 'sign_on.try'
  | 'sign_on.logout'
  | 'sign_on.logout_unproven'

export interface Attempt {
  allowed: boolean
  count: number
  /** The number of times that the limit was reached since the last reset. */
  locks: number
  retry_after: number
}

/**
 * Counts a try before it is made, in one statement: a thousand at the same moment queue at the row, and only as many as
 * the limit allows go on. A successful try is taken back afterwards.
 */
export async function countAttempt(
  db: Kysely<DB>,
  counted: Counted,
  whose: string,
  { tries, window_ms }: Limit,
  now: Date,
): Promise<Attempt> {
  const [at, ends] = [now.toISOString(), new Date(now.getTime() + window_ms).toISOString()]
  const { rows } = await sql<{ count: number; locks: number; ends_at: string }>`
    insert into attempt_counter as c (scope, key, count, locks, ends_at)
    values (${counted}, ${hashOf(whose)}, 1, ${tries === 1 ? 1 : 0}, ${ends})
    on conflict (scope, key) do update set
      count = case when c.ends_at <= ${at} then 1 else c.count + 1 end,
      locks = c.locks + case when c.ends_at > ${at} and c.count + 1 = ${tries} then 1 else 0 end,
      ends_at = case when c.ends_at <= ${at} or c.count + 1 = ${tries} then ${ends}::timestamptz else c.ends_at end
    returning count, locks, ends_at`.execute(db)
  // An upsert always returns its row.
  const [row] = rows as [{ count: number; locks: number; ends_at: string }]
  return {
    allowed: row.count <= tries,
    count: row.count,
    locks: row.locks,
    retry_after: Math.max(1, Math.ceil((Date.parse(row.ends_at) - now.getTime()) / 1000)),
  }
}

/**
 * Counts a try and refuses with `too_many_attempts` beyond the limit. Only for counts that do not reveal whether an
 * account exists.
 */
export async function countOrRefuse(
  db: Kysely<DB>,
  counted: Counted,
  whose: string,
  limit: Limit,
  now: Date,
): Promise<Attempt> {
  const attempt = await countAttempt(db, counted, whose, limit, now)
  if (!attempt.allowed) throw new Refusal('too_many_attempts', { retry_after: attempt.retry_after })
  return attempt
}

/** True when the limit has been reached. Does not count. */
export const isLocked = async (...of: Parameters<typeof lockedFor_s>): Promise<boolean> =>
  (await lockedFor_s(...of)) > 0

/** Refuses with `too_many_attempts` when the limit has been reached. Does not count: for what counts only when it fails. */
export async function refuseWhileLocked(...of: Parameters<typeof lockedFor_s>): Promise<void> {
  const retry_after = await lockedFor_s(...of)
  if (retry_after > 0) throw new Refusal('too_many_attempts', { retry_after })
}

/** Seconds until tries are allowed again; 0: they are. */
async function lockedFor_s(db: Kysely<DB>, counted: Counted, whose: string, limit: Limit, now: Date): Promise<number> {
  const row = await db
    .selectFrom('attempt_counter')
    .select(['count', 'ends_at'])
    .where('scope', '=', counted)
    .where('key', '=', hashOf(whose))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!row || row.count < limit.tries) return 0
  return Math.max(1, Math.ceil((Date.parse(row.ends_at) - now.getTime()) / 1000))
}

/** Takes back tries that turned out to be good. */
export async function forgive(db: Kysely<DB>, counted: Counted, whose: string, tries: number): Promise<void> {
  await sql`
    update attempt_counter set count = greatest(count - ${tries}, 0) where scope = ${counted} and key = ${hashOf(whose)}
  `.execute(db)
}

/** Resets the counter; gives the number of tries it had. */
export async function forget(db: Kysely<DB>, counted: Counted, whose: string): Promise<number> {
  const row = await db
    .deleteFrom('attempt_counter')
    .where('scope', '=', counted)
    .where('key', '=', hashOf(whose))
    .returning('count')
    .executeTakeFirst()
  return row?.count ?? 0
}
