import type { Entity } from '@kontor/contract/entity'
import { isAllowed } from '@kontor/contract/roles'
import { type Actor, lacksModule } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import { type AnyRow, rowsById, type Source } from './list.ts'

/** The sources by entity. Relations are read through the rows of their own entity, so its tenant scope holds. */
export type Sources = Readonly<Record<string, Source>>

/** Replaces ids by rows, with one query per relation. An id stays an id where the actor may not see its row, or lacks its module. */
export async function populate(
  sources: Sources,
  entity: Entity,
  db: Reader,
  actor: Actor,
  rows: AnyRow[],
  relations: readonly string[],
): Promise<AnyRow[]> {
  const found = new Map<string, Map<string, AnyRow>>()
  for (const relation of relations) {
    const ids = [...new Set(rows.flatMap((row) => idsIn(row[relation])))]
    if (ids.length === 0) continue
    const target = sources[entity.fields[relation]?.entity ?? '']
    if (!target) throw new TypeError(`${entity.name}.${relation} leads to no source`)
    if (lacksModule(actor, target.entity)) continue
    const targets = await rowsById({ ...target, rows: target.related ?? target.rows }, db, actor, ids)
    const shown = shownTo(actor, target.entity)
    found.set(relation, new Map(targets.map((row) => [row.id, shown(row)])))
  }
  return rows.map((row) => {
    const populated = { ...row }
    for (const [relation, byId] of found) populated[relation] = replaced(row[relation], byId)
    return populated
  })
}

/** Hides the fields of a related row that need the role to list such rows, unless the actor holds it. */
function shownTo(actor: Actor, { roles, fields, asRelation }: Entity): (row: AnyRow) => AnyRow {
  if (isAllowed(roles.list, actor.roles)) return (row) => row
  const hidden = Object.keys(fields).filter((name) => !asRelation.includes(name))
  return (row) => {
    const shown = { ...row }
    for (const name of hidden) delete shown[name]
    return shown
  }
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value : []
}

function replaced(value: unknown, byId: Map<string, AnyRow>): unknown {
  if (typeof value === 'string') return byId.get(value) ?? value
  return Array.isArray(value) ? value.map((id) => byId.get(id) ?? id) : value
}
