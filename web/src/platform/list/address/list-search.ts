import type { Entity, FilterKind } from '@kontor/contract/entity'
import type { Field } from '@kontor/contract/field'
import { defaultLimit } from '@kontor/contract/lists/list-defaults'
import type { Query } from '@kontor/contract/lists/query-string'

/**
 * The address of a list is its whole state. These functions read an address and make the next one; none of them stores
 * anything.
 */

/** The parameter with which an address asks for everything: the list's own window or first filter stays away. */
export const everything = '_all'

/** The parameter with which an address opens the form that adds a row. */
export const adding = '_add'

/** The parameter with which the address of a tree asks for its rows as a list. */
export const drawnAs = '_as'

/** The part of an address that the API knows: without the panel's tab and the page's own parameters. */
export const listOf = (search: Query, parameters: readonly string[] = []): Query =>
  without(search, ['tab', everything, adding, drawnAs, ...parameters])

/** The query for the API: the address, and the screen's fixed filters, such as `blocked=true`. */
export const apiQueryOf = (
  search: Query,
  { fixed = {}, parameters }: { readonly fixed?: Query; readonly parameters?: readonly string[] },
): Query => ({ ...listOf(search, parameters), ...fixed })

/** The address of a list when a row is opened after another one: the parameters of the screen were about that row. */
export const ofNextRow = (search: Query, { parameters = [] }: { readonly parameters?: readonly string[] }): Query =>
  without(search, parameters)

/** The address of a list without an open panel. */
export const withoutPanel = (search: Query, screen: { readonly parameters?: readonly string[] }): Query =>
  without(ofNextRow(search, screen), ['tab'])

export interface FilterOf {
  name: string
  kind: FilterKind
  field: Field
}

/** The filters that a screen offers: the entity's filters without the screen's fixed ones. */
export function filtersOf(entity: Entity, fixed: Query = {}): FilterOf[] {
  return Object.entries(entity.filters).flatMap(([name, kind]) => {
    const field = entity.fields[name]
    return field && !keysOf(name).some((key) => key in fixed) ? [{ name, kind, field }] : []
  })
}

/** All keys in which a field's filter can be written. */
export const keysOf = (name: string): string[] => [name, `${name}[]`, `${name}>`, `${name}<`]

export const isActive = (search: Query, name: string): boolean => keysOf(name).some((key) => search[key] !== undefined)

/** The values that a filter accepts, in either notation. */
export const valuesOf = (search: Query, name: string): string[] =>
  [search[name] ?? [], search[`${name}[]`] ?? []].flat()

export function boundOf(search: Query, name: string, side: '>' | '<'): string | undefined {
  const value = search[`${name}${side}`]
  return typeof value === 'string' ? value : undefined
}

export const withoutFilter = (search: Query, name: string): Query => without(search, [...keysOf(name), '_skip'])

/** A filter that takes several values is written as `status[]=A`, also with one value (000 section 9). */
export function withValues(search: Query, { name, kind }: Pick<FilterOf, 'name' | 'kind'>, values: readonly string[]) {
  const rest: Query = withoutFilter(search, name)
  const [first] = values
  if (first === undefined) return rest
  return kind === 'any' || kind === 'among' ? { ...rest, [`${name}[]`]: [...values] } : { ...rest, [name]: first }
}

export function withRange(search: Query, name: string, from: string | undefined, to: string | undefined): Query {
  return {
    ...withoutFilter(search, name),
    ...(from ? { [`${name}>`]: from } : {}),
    ...(to ? { [`${name}<`]: to } : {}),
  }
}

/** Asks for everything. The order, the page size, the form of the list and the panel's tab are not filters and stay. */
export function cleared(search: Query): Query {
  const kept = ['_sort', '_limit', drawnAs, 'tab']
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => kept.includes(key)))
  return { ...rest, [everything]: 'true' }
}

export function withSearch(search: Query, by: string, text: string): Query {
  const rest = without(search, ['_search', '_search_by', '_skip'])
  return text ? { ...rest, _search_by: by, _search: text } : rest
}

export function sortOf(entity: Entity, search: Query): { field: string; descending: boolean } {
  const sort = typeof search._sort === 'string' ? search._sort : entity.defaultSort
  return { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
}

/**
 * The first click sorts from high to low, because most sorted columns are money or time; the next click reverses the
 * order.
 */
export function sortedBy(entity: Entity, search: Query, field: string): Query {
  const now = sortOf(entity, search)
  const next = now.field === field && now.descending ? field : `-${field}`
  const rest = without(search, ['_sort', '_skip'])
  return next === entity.defaultSort ? rest : { ...rest, _sort: next }
}

export const limitOf = (search: Query): number => Number(search._limit ?? defaultLimit)
export const skipOf = (search: Query): number => Number(search._skip ?? 0)

export const atRow = (search: Query, skip: number): Query => ({
  ...without(search, ['_skip']),
  ...(skip > 0 ? { _skip: String(skip) } : {}),
})

export const withLimit = (search: Query, limit: number): Query => ({
  ...without(search, ['_limit', '_skip']),
  ...(limit === defaultLimit ? {} : { _limit: String(limit) }),
})

export function without(search: Query, keys: readonly string[]): Query {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)))
}
