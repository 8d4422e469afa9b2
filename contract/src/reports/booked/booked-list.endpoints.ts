import type { Endpoint } from '../../endpoint.ts'
import { entityEndpoints } from '../../entity-endpoints.ts'
import { bookedLists } from './booked-lists.ts'

/** List, count, totals and export of each. */
export const bookedListEndpoints: readonly Endpoint[] = bookedLists.flatMap((entity) => {
  const { list, count, totals, export: file } = entityEndpoints(entity)
  return [list, count, file, ...(entity.totals.length > 0 ? [totals] : [])]
})
