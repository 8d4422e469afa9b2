import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { keyOf } from '../api/reading.ts'
import { useScope } from '../api/scope.ts'

/** The row from a list of this view, to show until the full row is loaded. */
export function useRowSoFar<R extends { id: string }>(entity: Entity, id: string): R | undefined {
  const queries = useQueryClient()
  const scope = useScope()
  return queries
    .getQueriesData<R[]>({ queryKey: keyOf(entity.name, scope, 'list') })
    .flatMap(([, rows]) => rows ?? [])
    .find((row) => row.id === id)
}

/** The row that the panel on screen has read, for the title around it. It is not read a second time. */
export function useRowOfPanel(entity: Entity, id: string): Readonly<Record<string, unknown>> | undefined {
  const queries = useQueryClient()
  const scope = useScope()
  const { get } = entityEndpoints<Entity>(entity)
  const queryKey = keyOf(get.area, scope, 'read', get.name, { id })
  const watch = useCallback((onChange: () => void) => queries.getQueryCache().subscribe(onChange), [queries])
  return useSyncExternalStore(watch, () =>
    queries
      .getQueriesData<Readonly<Record<string, unknown>>>({ queryKey })
      .map(([, row]) => row)
      .find((row) => row !== undefined),
  )
}
