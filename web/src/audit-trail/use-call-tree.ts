import type { AuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../platform/api/api-client.ts'
import { keyOf } from '../platform/api/reading.ts'
import { useScope } from '../platform/api/scope.ts'

/** The calls that one caused are few; a payment that was told many times has some dozens. */
export const mostChildren = 100

export interface CallTree {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
  /** How far below the row of the list that it was opened from. */
  depthOf: (id: string) => number
  /** The rows with the opened ones' children below them. A child that is a row of the page too stands below its parent alone. */
  arrange: (rows: readonly AuditTrailItem[]) => readonly AuditTrailItem[]
}

/** Which calls of a list are opened, with the calls that they caused. */
export function useCallTree(entity: Entity): CallTree {
  const scope = useScope()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { list } = entityEndpoints(entity)
  const ids = [...open]
  const read = useQueries({
    queries: ids.map((id) => {
      const query = { parent: id, _sort: 'created_at', _limit: String(mostChildren) }
      return {
        queryKey: keyOf(list.area, scope, 'list', query),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(list, { query, scope, signal }),
      }
    }),
  })
  // The list's own schema made these rows.
  const childrenOf = new Map(ids.map((id, at) => [id, (read[at]?.data ?? []) as unknown as AuditTrailItem[]]))
  const depths = new Map<string, number>()
  const below = (row: AuditTrailItem, depth: number): AuditTrailItem[] => {
    if (depths.has(row.id)) return []
    depths.set(row.id, depth)
    return [row, ...(childrenOf.get(row.id) ?? []).flatMap((child) => below(child, depth + 1))]
  }
  return {
    isOpen: (id) => open.has(id),
    toggle: (id) =>
      setOpen((ids) => (ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]))),
    depthOf: (id) => depths.get(id) ?? 0,
    arrange(rows) {
      depths.clear()
      const inside = new Set(rows.flatMap(({ id }) => (childrenOf.get(id) ?? []).map((child) => child.id)))
      return rows.filter(({ id }) => !inside.has(id)).flatMap((row) => below(row, 0))
    },
  }
}
