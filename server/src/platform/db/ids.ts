import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { NIL, v7 } from 'uuid'

/** Stands for the provider where a column asks for a merchant. */
export const providerId = NIL

/**
 * Makes a UUIDv7 and gives the instant inside it, which is the row's `created_at`: the id alone finds the partition and
 * the index entry.
 */
export function newId(now: Date): { id: string; created_at: string } {
  return { id: v7({ msecs: now.getTime() }), created_at: now.toISOString() }
}

/** The same, of which `isIdFor` can say later what it was made for: nobody else makes this id by chance. */
export function newIdFor(purpose: string, now: Date): { id: string; created_at: string } {
  const hash = createHash('sha256').update(purpose).digest().subarray(0, 16)
  // Two of one purpose may be made at the same instant, as on a clock that stands still.
  const random = Buffer.concat([hash.subarray(0, 14), randomBytes(2)])
  return { id: v7({ msecs: now.getTime(), random }), created_at: now.toISOString() }
}

/** The digits of such an id that are the same for the same purpose and instant. */
const provingDigits = (id: string) => id.toLowerCase().slice(0, -4)

export function isIdFor(purpose: string, id: string): boolean {
  const instant = instantOf(id)
  return instant !== undefined && provingDigits(newIdFor(purpose, new Date(instant)).id) === provingDigits(id)
}

/** The instant inside a UUIDv7; undefined for any other UUID. */
export function instantOf(id: string): string | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const instant = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 ? undefined : instant.toISOString()
}

/** The instant inside the UUIDv7 of a column, such as `t.transaction_id`: the row's `created_at`, which finds its partition. */
export const instantIn = (column: string): RawBuilder<string> =>
  sql`to_timestamp(('x' || left(replace(${sql.ref(column)}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)::timestamptz(3)`
