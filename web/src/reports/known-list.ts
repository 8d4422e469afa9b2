import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, parseQueryString } from '@kontor/contract/lists/query-string'
import { cleanSearch } from '../platform/list/address/clean-search.ts'

export interface KnownList {
  filters: string
  columns: string[]
  /** The names of what is no longer there. */
  gone: string[]
}

/** What is left of a report's filters and columns: a version after the one that wrote them may have others. */
export function knownList(entity: Entity, filters: string, columns: readonly string[]): KnownList {
  const { search, dropped } = cleanSearch(entity, parseQueryString(filters))
  const others = columns.filter((name) => !entity.fields[name])
  return {
    filters: dropped.length === 0 ? filters : formatQueryString(search),
    columns: columns.filter((name) => entity.fields[name]),
    gone: [...new Set([...dropped, ...others].map((name) => name.replace(/(\[\]|[<>])$/, '')))],
  }
}
