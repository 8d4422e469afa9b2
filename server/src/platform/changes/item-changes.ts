import type { Entity } from '@kontor/contract/entity'
import { sql } from 'kysely'
import type { JsonObject, JsonValue } from '../../schema.ts'
import type { Reader } from '../db/database.ts'

/** A row of the trail (docs/adr/0055), field by field. */
export interface ItemChange {
  readonly version: number
  readonly at: string
  readonly operation: 'created' | 'updated' | 'deleted'
  /** Of a row that belongs to the item: its table, and which of its rows. */
  readonly part: string | null
  readonly part_id: string | null
  readonly fields: readonly FieldChange[]
  readonly command: string | null
  readonly ip: string | null
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly acted_as_merchant: boolean
}

export interface FieldChange {
  /** The contract's name of it, where the contract has one. */
  readonly field: string
  readonly before: JsonValue
  readonly after: JsonValue
  /** It was set or changed, and nobody is told to what. */
  readonly isSecret?: true
}

export interface Item {
  merchant: string
  /** Of those that the contract does not describe, the word alone. */
  entity: Pick<Entity, 'name'> & Partial<Pick<Entity, 'fields'>>
  id: string
}

const most = 500

/** What became of an item that the caller has already been shown to see, newest first. */
export async function itemChanges(db: Reader, { merchant, entity, id }: Item): Promise<ItemChange[]> {
  const { rows } = await sql<Stored>`
    select version, at, operation, part, part_id, before, after, secrets, command, ip, actor_kind, actor_id, actor_name,
      acted_as_merchant
    from change where merchant_id = ${merchant} and entity = ${entity.name} and item_id = ${id}
    order by version desc limit ${most}`.execute(db)
  return rows.map(({ before, after, secrets, ...row }) => ({
    ...row,
    fields: [
      ...changedFields(row.part === null ? entity.fields : undefined, before ?? {}, after ?? {}),
      ...secrets.map(secret),
    ],
  }))
}

interface Stored extends Omit<ItemChange, 'fields'> {
  before: JsonObject | null
  after: JsonObject | null
  secrets: string[]
}

/** Of a new or deleted row those that have a value. Whose row it is says the item. */
function changedFields(known: Entity['fields'] | undefined, before: JsonObject, after: JsonObject): FieldChange[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'merchant_id')
  return names
    .map((name) => ({ field: fieldOf(known ?? {}, name), before: before[name] ?? null, after: after[name] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const secret = (field: string): FieldChange => ({ field, before: null, after: null, isSecret: true })

/** A column that refers to something ends in `_id`; the contract's field does not. */
function fieldOf(known: Entity['fields'], column: string): string {
  const relation = column.replace(/_id$/, '')
  return !(column in known) && relation in known ? relation : column
}
