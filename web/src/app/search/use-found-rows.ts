import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { titleOfRow } from '../../platform/api/related.ts'
import { type Scope, useScope } from '../../platform/api/scope.ts'
import { askedSearches } from './asked-searches.ts'
import { fitOf } from './matching.ts'

export type FoundRow = Readonly<Record<string, unknown>> & { readonly id: string }

export interface FoundRows {
  readonly entity: Entity
  /** The search that found the first row. */
  readonly by: string
  readonly rows: readonly FoundRow[]
  /** True when the list has more such rows. */
  readonly hasMore: boolean
}

interface Found {
  readonly groups: readonly FoundRows[]
  /** True when a search failed, so that rows may be missing. */
  readonly isPartial: boolean
}

/** Shorter texts fit too many rows. */
export const leastTyped = 2
const shown = 4
/** The most requests at a time: a search must not delay the page behind it. */
const atOnce = 4

/** The rows that a text may be meant for, among those entities. They arrive together, so that no hit moves another. */
export function useFoundRows(text: string, entities: readonly Entity[]) {
  const scope = useScope()
  return useQuery({
    queryKey: keyOf('search', scope, text),
    queryFn: ({ signal }) => findRows(text, entities, scope, signal),
    enabled: text.length >= leastTyped,
    staleTime: 0,
    gcTime: 0,
  })
}

async function findRows(text: string, entities: readonly Entity[], scope: Scope, signal: AbortSignal): Promise<Found> {
  const asked = entities.flatMap((entity) => askedSearches(entity, text).map((by) => ({ entity, by })))
  const queue = asked.map((search, at) => ({ ...search, at }))
  const found: (FoundRows | 'failed')[] = []
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift())
      found[next.at] = await rowsOf(next.entity, next.by, text, scope, signal)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  signal.throwIfAborted()
  const answers = found.filter((each) => each !== 'failed')
  return { groups: bestFirst(merged(answers), text), isPartial: answers.length < asked.length }
}

async function rowsOf(
  entity: Entity,
  by: string,
  text: string,
  scope: Scope,
  signal: AbortSignal,
): Promise<FoundRows | 'failed'> {
  const query = {
    _search_by: by,
    _search: text,
    _limit: String(shown + 1),
    _populate: entity.populate.filter((name) => name === 'organisation').join(','),
  }
  try {
    const endpoint = entityEndpoints<Entity>(entity).list
    const rows = (await call(endpoint, { query, scope: scopeOf(entity, scope), signal })) as FoundRow[]
    return { entity, by, rows: rows.slice(0, shown), hasMore: rows.length > shown }
  } catch {
    return 'failed'
  }
}

/** A row of the whole installation, such as a merchant, belongs to no view. */
const scopeOf = (entity: Entity, scope: Scope): Scope => ('merchant' in entity.fields ? scope : {})

/** One group for each entity, although several searches may have found its rows. */
function merged(answers: readonly FoundRows[]): FoundRows[] {
  const groups = new Map<Entity, FoundRows>()
  for (const answer of answers.filter(({ rows }) => rows.length > 0)) {
    const known = groups.get(answer.entity)
    const added = answer.rows.filter((row) => !known?.rows.some(({ id }) => id === row.id))
    groups.set(answer.entity, known ? { ...known, rows: [...known.rows, ...added].slice(0, shown) } : answer)
  }
  return [...groups.values()]
}

/** What is called so comes first, before what belongs to somebody who is. */
function bestFirst(groups: readonly FoundRows[], text: string): FoundRows[] {
  const worst = 9
  const rank = ({ rows, by }: FoundRows) =>
    Math.min(...rows.map((row) => fitOf(text, titleOfRow(row)) ?? worst)) * 2 + (by === 'name' ? 0 : 1)
  return groups.toSorted((one, other) => rank(one) - rank(other))
}
