import type { Entity } from '@kontor/contract/entity'
import { sql } from 'kysely'
import type { JsonObject, JsonValue } from '../../schema.ts'
import type { Reader } from '../db/database.ts'
import { providerId } from '../db/ids.ts'

/** One change of an item (docs/adr/0055), field by field. */
export interface ItemChange {
  readonly version: number
  readonly at: string
  readonly operation: 'created' | 'updated' | 'deleted'
  /**
   * The table of a part, which is a row that belongs to the item; null for the item itself. `part_id` is the part's id.
   */
  readonly part: string | null
  readonly part_id: string | null
  readonly fields: readonly FieldChange[]
  readonly command: string | null
  readonly ip: string | null
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly acted_as_merchant: boolean
  /** The version whose values this change put back. */
  readonly restored_from: number | null
}

export interface FieldChange {
  /** The contract's name of the field; where it has none, the column. */
  readonly field: string
  readonly before: JsonValue
  readonly after: JsonValue
  /** The field is a secret: it was set or changed, and its values are not shown. */
  readonly isSecret?: true
}

export interface Item {
  merchant: string
  /** A name alone is enough for an entity that the contract does not describe. */
  entity: Pick<Entity, 'name'> & Partial<Pick<Entity, 'fields' | 'recordedAs'>>
  id: string
}

const most = 500

/**
 * The changes of an item, newest first, at most 500. The caller has already checked that the actor may see the item.
 */
export async function itemChanges(db: Reader, { merchant, entity, id }: Item): Promise<ItemChange[]> {
  const { rows } = await sql<Stored>`
    select version, at, operation, part, part_id, before, after, secrets, command, ip, actor_kind, actor_id, actor_name,
      acted_as_merchant, restored_from
    from change where merchant_id in (${merchant}, ${providerId}) and entity = ${entity.recordedAs ?? entity.name}
      and item_id = ${id}
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

/**
 * The fields that differ. A new or deleted row gives those with a value; its merchant is left out, because the item
 * tells it.
 */
function changedFields(known: Entity['fields'] | undefined, before: JsonObject, after: JsonObject): FieldChange[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'merchant_id')
  return names
    .map((name) => ({ field: fieldOf(known ?? {}, name), before: before[name] ?? null, after: after[name] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const secret = (field: string): FieldChange => ({ field, before: null, after: null, isSecret: true })

/** The column of a relation ends in `_id`; the contract's field does not. */
function fieldOf(known: Entity['fields'], column: string): string {
  const relation = column.replace(/_id$/, '')
  return !(column in known) && relation in known ? relation : column
}
