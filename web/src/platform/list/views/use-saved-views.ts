import { listSavedViewsEndpoint } from '@kontor/contract/saved-view.endpoints'
import type { SavedView } from '@kontor/contract/saved-view.schemas'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiRefusal, call } from '../../api/api-client.ts'
import { useViewer } from '../../viewer.ts'

/** The user's own views of a list and those that colleagues share. They are the same for every merchant in view. */
export function useSavedViews(list: string): UseQueryResult<SavedView[], ApiRefusal> {
  const { id } = useViewer()
  return useQuery({
    queryKey: [listSavedViewsEndpoint.area, id, list],
    queryFn: ({ signal }) => call(listSavedViewsEndpoint, { query: { list }, signal }),
  })
}
