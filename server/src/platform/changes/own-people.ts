import { provider } from '@kontor/contract/field'
import { isUuid } from '@kontor/contract/uuid'
import { type RawBuilder, sql } from 'kysely'
import type { JsonValue } from '../../schema.ts'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import type { FieldChange } from './item-changes.ts'

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
      : { ...entry, actor_kind: provider, actor_name: null },
  )
}

/**
 * The column of a row that names whoever did something, told as `toldTo` tells it: where one of the provider's staff did it, a
 * merchant reads that its provider did. Rows have names alone, so staff are known by theirs (docs/adr/0250).
 */
export function toldName<Name extends string | null = string | null>(actor: Actor, column: string): RawBuilder<Name> {
  const name = sql.ref(column)
  if (tellsStaff(actor)) return sql<Name>`${name}`
  // A query of its own, so that the names are looked up once and not for each row.
  return sql<Name>`case when ${name} = any((select staff_names(${actor.scope.merchant}::uuid))::text[])
    then ${sql.lit(provider)} else ${name} end`
}

/** A field or a column with the name or the id of whoever did something. */
const namesSomebody = /(_by|_by_id|^owner|^revoker)$/

/** The same for the fields of changes, which have the columns of rows as they were. `accounts` reads all users. */
export async function toldFields<Change extends { readonly fields: readonly FieldChange[] }>(
  db: Reader,
  actor: Actor,
  accounts: Reader,
  merchant: string,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const naming = changes.flatMap(({ fields }) => fields.filter(({ field }) => namesSomebody.test(field)))
  if (tellsStaff(actor) || naming.length === 0) return changes
  const ids = naming.flatMap(({ before, after }) => [before, after].filter(isId))
  const own = await ownPeople(accounts, merchant, ids)
  const staff = new Set<unknown>(ids.filter((id) => !own.has(id)))
  const { rows } = await sql<{ names: string[] }>`select staff_names(${merchant}::uuid) as names`.execute(db)
  for (const name of rows[0]?.names ?? []) staff.add(name)
  const told = (value: JsonValue): JsonValue => (staff.has(value) ? provider : value)
  return changes.map((change) => ({
    ...change,
    fields: change.fields.map((each) =>
      namesSomebody.test(each.field) ? { ...each, before: told(each.before), after: told(each.after) } : each,
    ),
  }))
}

const isId = (value: JsonValue): value is string => typeof value === 'string' && isUuid(value)

/** What staff make for a merchant, such as a report, is read by the merchant. */
const tellsStaff = ({ psp, isForMerchant }: Actor): boolean => psp && isForMerchant !== true
