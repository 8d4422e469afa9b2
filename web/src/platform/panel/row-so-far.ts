import type { Entity } from '@kontor/contract/entity'
import { useQueryClient } from '@tanstack/react-query'
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
