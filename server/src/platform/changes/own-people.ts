import { sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'

/**
 * Those of the people who are or were users of the merchant. Whoever was deleted stays in the trail of changes, which for
 * users only kontor_provider reads.
 */
export async function ownPeople(
  db: Reader,
  merchant: string,
  people: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const asked = [...new Set(people.filter((id) => id !== null))]
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from platform_user where merchant_id = ${merchant} and id = any(${asked}::uuid[])
    union
    select item_id from change where merchant_id = ${merchant} and entity = 'user' and item_id = any(${asked}::uuid[])
    `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Something that somebody did, as it was recorded. */
interface Done {
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly actor_name: string | null
}

/**
 * What was done, as the actor may know who did it: a merchant sees that its provider did something, and never which of the
 * provider's people, nor from where (docs/adr/0055). `accounts` reads all users.
 */
export async function toldTo<D extends Done>(
  actor: Actor,
  accounts: Reader,
  merchant: string,
  done: readonly D[],
): Promise<Omit<D, 'actor_id'>[]> {
  const people = done.map(({ actor_kind, actor_id }) => (actor_kind === 'user' ? actor_id : null))
  const own = actor.psp ? undefined : await ownPeople(accounts, merchant, people)
  return done.map(({ actor_id, ...entry }) =>
    own === undefined || entry.actor_kind !== 'user' || own.has(actor_id)
      ? entry
      : { ...entry, actor_kind: 'provider', actor_name: null },
  )
}
