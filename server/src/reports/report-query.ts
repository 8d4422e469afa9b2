import type { Entity } from '@kontor/contract/entity'
import type { ExportFormat } from '@kontor/contract/lists/list-defaults'
import { type ListQuery, parseListQuery } from '@kontor/contract/lists/list-query'
import { formatQueryString, parseQueryString, type Query } from '@kontor/contract/lists/query-string'
import { Refusal } from '@kontor/contract/refusal'
import { reportLimits } from '@kontor/contract/reports/report.rules'

export interface ReportedList {
  filters: string
  columns: readonly string[]
  file_format: ExportFormat
}

/** Parameters of an address that say nothing about which rows a list has. */
const ofThePage = ['_limit', '_skip', '_after', '_before', '_populate', '_populate[]', 'tab']
/** Parameters that a report has in fields of its own. */
const ofTheFile = ['format', '_columns', '_progress', 'merchant', 'organisation']

/**
 * The query of a report's list, and its filters as they are kept, of which there may be so many characters. Refuses what the
 * list would refuse.
 */
export function reportQuery(
  entity: Entity,
  { filters, columns, file_format }: ReportedList,
  most: number = reportLimits.filters,
): { query: ListQuery; filters: string; sort: string } {
  const given = parseQueryString(filters)
  const kept: Query = Object.fromEntries(Object.entries(given).filter(([key]) => !ofThePage.includes(key)))
  const wrong = Object.keys(kept).filter((key) => ofTheFile.includes(key))
  if (wrong.length > 0)
    throw new Refusal('invalid_request', Object.fromEntries(wrong.map((key) => [`body.filters.${key}`, 'unknown'])))
  const result = parseListQuery(entity, { ...kept, format: file_format, _columns: columns.join(',') })
  if ('details' in result) throw new Refusal('invalid_request', inBody(result.details))
  const { query } = result
  // Escaping makes it longer than what was given.
  const written = formatQueryString(kept)
  if (written.length > most) throw new Refusal('invalid_request', { 'body.filters': 'too_long' })
  return {
    query,
    filters: written,
    sort: `${query.sort.descending ? '-' : ''}${query.sort.field}`,
  }
}

/** The reasons under the names of the report's own fields. */
const inBody = (details: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([path, reason]) => [
      path === 'query._columns' ? 'body.columns' : path.replace(/^query\./, 'body.filters.'),
      reason,
    ]),
  )
