import type { Kysely } from 'kysely'
import { v4 } from 'uuid'
import type { Trx } from '../../platform/db/database.ts'
import type { DB } from '../../schema.ts'
import type { Caller } from '../access/caller.ts'
import { hashOf, newSecret } from '../access/secrets.ts'

const days30_ms = 30 * 24 * 3_600_000

export interface DeviceCookie {
  id: string
  secret: string
  expires: Date
}

/** A device that its user's account remembers. */
export interface KnownDevice {
  id: string
  expires_at: string
  /** The device shows its previous secret, because the reply with the new one never arrived. */
  isLate: boolean
}

/**
 * The state of a secret: of a remembered device; 'copied', when the device has replaced it; undefined, when unknown.
 */
export type Known = KnownDevice | 'copied' | undefined

/** Looks the secret up for one user: with another user's password it is worth nothing. */
export async function knownDevice(db: Kysely<DB>, user: string, caller: Caller, now: Date): Promise<Known> {
  if (!caller.device) return undefined
  const row = await db
    .selectFrom('remembered_device_secret as held')
    .innerJoin('remembered_device as device', 'device.id', 'held.device_id')
    .select(['device.id', 'device.expires_at', 'held.retired_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('remembered_device_secret as next')
          .select('next.device_id')
          .whereRef('next.replaces', '=', 'held.secret_hash')
          .where('next.retired_at', 'is', null)
          .where('held.retired_at', '>', graceFrom(now))
          .where('held.retired_by', '=', placeOf(caller)),
      ).as('isLate'),
    )
    .where('held.secret_hash', '=', hashOf(caller.device))
    .where('device.user_id', '=', user)
    .where('device.revoked_at', 'is', null)
    .where('device.expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!row) return undefined
  const { id, expires_at, retired_at, isLate } = row
  return retired_at === null || isLate ? { id, expires_at, isLate: Boolean(isLate) } : 'copied'
}

const grace_ms = 60_000
const graceFrom = (now: Date) => new Date(now.getTime() - grace_ms).toISOString()
const placeOf = ({ network, browser, platform }: Caller) => hashOf([network, browser, platform].join(' '))

/** Remembers the device for 30 days from now; later use does not extend that. */
export async function rememberDevice(trx: Trx, user: string, caller: Caller, now: Date): Promise<DeviceCookie> {
  const expires = new Date(now.getTime() + days30_ms)
  const { ip, browser, platform } = caller
  const [id, secret] = [v4(), newSecret()]
  const times = { created_at: now.toISOString(), last_used_at: now.toISOString(), expires_at: expires.toISOString() }
  await trx
    .insertInto('remembered_device')
    .values({ id, user_id: user, ip, browser, platform, ...times })
    .execute()
  await trx
    .insertInto('remembered_device_secret')
    .values({ secret_hash: hashOf(secret), device_id: id, created_at: now.toISOString() })
    .execute()
  return { id, secret, expires }
}

/**
 * Gives the device a new secret in place of the one that it showed; undefined when another request was faster. If it
 * showed its previous secret, the one that never arrived is replaced. If that one is shown later, two parties hold the
 * device.
 */
export async function rotateDevice(
  trx: Trx,
  { id, expires_at, isLate }: KnownDevice,
  shown: string,
  caller: Caller,
  now: Date,
): Promise<DeviceCookie | undefined> {
  const { numUpdatedRows } = await trx
    .updateTable('remembered_device_secret')
    .set({ retired_at: now.toISOString(), retired_by: placeOf(caller) })
    .where(isLate ? 'replaces' : 'secret_hash', '=', hashOf(shown))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return undefined
  const secret = newSecret()
  await trx
    .insertInto('remembered_device_secret')
    .values({ secret_hash: hashOf(secret), device_id: id, created_at: now.toISOString(), replaces: hashOf(shown) })
    .execute()
  await trx.updateTable('remembered_device').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
  return { id, secret, expires: new Date(expires_at) }
}

/** Forgets one device of a user (by id, or by a present or earlier secret) or all of them. Returns the number. */
export async function forgetDevices(
  trx: Kysely<DB>,
  user: string,
  now: Date,
  which: { id?: string; secret?: string } = {},
): Promise<number> {
  let query = trx
    .updateTable('remembered_device')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  const { secret } = which
  if (secret !== undefined)
    query = query.where('id', 'in', (held) =>
      held.selectFrom('remembered_device_secret').select('device_id').where('secret_hash', '=', hashOf(secret)),
    )
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}
