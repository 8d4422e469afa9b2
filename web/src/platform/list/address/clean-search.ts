import type { Entity } from '@kontor/contract/entity'
import { defaultLimit } from '@kontor/contract/lists/list-defaults'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import type { Query } from '@kontor/contract/lists/query-string'
import { adding, without } from './list-search.ts'

// Parameters of API calls that a page's address never has: the view and the screen set them.
const notInAddress = [
  'merchant',
  'organisation',
  'format',
  '_columns',
  '_populate',
  '_populate[]',
  '_after',
  '_before',
  '_progress',
]
export interface Cleaned {
  search: Query
  dropped: string[]
}

/**
 * The parameters of an address that the entity's lists or the screen know, without defaults, and the names of the
 * removed parameters.
 */
export function cleanSearch(entity: Entity, raw: Query, parameters: readonly string[] = []): Cleaned {
  const known = Object.entries(raw).filter(([key]) => !notInAddress.includes(key))
  const list = without(Object.fromEntries(known), ['tab', adding, ...parameters])
  const result = parseListQuery(entity, list)
  const wrong = 'details' in result ? Object.keys(result.details) : []
  const isWrong = (key: string) => wrong.some((path) => path === `query.${key}` || path.startsWith(`query.${key}.`))
  const isIdle = (key: string) => key === '_search_by' && !raw._search
  const kept = known.filter(([key, value]) => !isWrong(key) && !isIdle(key) && !isDefault(entity, key, value))
  const search = Object.fromEntries(kept)
  return { search, dropped: Object.keys(raw).filter((key) => notInAddress.includes(key) || isWrong(key)) }
}

function isDefault(entity: Entity, key: string, value: Query[string]): boolean {
  if (key === '_limit') return value === String(defaultLimit)
  if (key === '_skip') return value === '0'
  if (key === '_sort') return value === entity.defaultSort
  return value.length === 0
}
