import { Refusal } from '@kontor/contract/refusal'
import type { Kysely } from 'kysely'
import type { Databases } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import type { Caller } from '../access/caller.ts'
import { idleEnd } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'

/** The sessions and devices of a user, and the events of the account. */

type User = { id: string }

export async function listSessions(db: Kysely<DB>, user: string, current: string, now: Date) {
  const rows = await db
    .selectFrom('session')
    .innerJoin('platform_user', 'platform_user.id', 'session.user_id')
    .leftJoin('merchant', 'merchant.id', 'platform_user.merchant_id')
    .select(['session.id', 'ip', 'browser', 'platform', 'session.created_at', 'expires_at'])
    .select('last_activity_at as last_used_at')
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where(idleEnd, '>', now.toISOString())
    .orderBy('last_activity_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, current: row.id === current }))
}

export async function listDevices(db: Kysely<DB>, user: string, current: string | undefined, now: Date) {
  const rows = await db
    .selectFrom('remembered_device')
    .select(['id', 'ip', 'browser', 'platform', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, current: row.id === current }))
}

/** Ends one session by its id, or all except the present one. */
export async function endSessions(
  { provider }: Databases,
  user: User,
  which: { id: string } | { except: string },
  caller: Caller,
  now: Date,
): Promise<void> {
  await provider.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('session')
      .set({ ended_at: now.toISOString() })
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .where('id', 'id' in which ? '=' : '!=', 'id' in which ? which.id : which.except)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return recordSignIn(trx, { kind: 'session_ended', user, caller }, now)
    if ('id' in which) throw new Refusal('not_found')
  })
}

export async function forgetDevice({ provider }: Databases, user: User, id: string, caller: Caller, now: Date) {
  await provider.transaction().execute(async (trx) => {
    if ((await forgetDevices(trx, user.id, now, { id })) === 0) throw new Refusal('not_found')
    await recordSignIn(trx, { kind: 'device_forgotten', method: 'device', user, caller }, now)
  })
}

export async function removePasskey({ provider }: Databases, user: User, id: string, caller: Caller, now: Date) {
  await provider.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('passkey')
      .where('user_id', '=', user.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    await recordSignIn(trx, { kind: 'passkey_removed', method: 'passkey', user, caller }, now)
  })
}
