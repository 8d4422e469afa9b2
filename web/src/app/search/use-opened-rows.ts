import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { useQueries } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { use, useState } from 'react'
import { call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { EntitiesContext } from '../../platform/api/related.ts'
import { openedRows } from '../../platform/list/table/opened-rows.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { RowScreen } from './row-screens.ts'
import type { FoundRow } from './use-found-rows.ts'

const shown = 5

interface Opened {
  readonly entity: Entity
  readonly row: FoundRow
}

/** The rows that the viewer opened last, as they are now; rows that are gone or no longer allowed are left out. */
export function useOpenedRows(screens: ReadonlyMap<string, RowScreen>): { opened: Opened[]; isPending: boolean } {
  const { id: user } = useViewer()
  const entities = use(EntitiesContext)
  const here = useRouterState({ select: ({ location }) => location.href })
  const [kept] = useState(() => openedRows(user))
  const rows = kept
    .flatMap(({ entity: name, id, merchant = '' }) => {
      const entity = entities.get(name)
      return entity && screens.has(name) && !here.includes(id) ? [{ entity, id, merchant }] : []
    })
    .slice(0, shown)
  const answers = useQueries({
    queries: rows.map(({ entity, id, merchant }) => ({
      queryKey: keyOf(entity.name, { merchant }, 'opened', id),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const _populate = entity.populate.filter((relation) => relation === 'organisation').join(',')
        const endpoint = entityEndpoints<Entity>(entity).get
        return (await call(endpoint, { params: { id }, query: { _populate }, scope: {}, signal })) as FoundRow
      },
      retry: false,
    })),
  })
  const opened = rows.flatMap(({ entity }, at) => {
    const row = answers[at]?.data
    return row ? [{ entity, row }] : []
  })
  return { opened, isPending: answers.some((each) => each.isPending) }
}
