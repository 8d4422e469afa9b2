import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/** Tells that a command may have changed rows of the area, which are read again: what was asked for besides is old. */
export function useChanged(area: string, run: () => void): void {
  const queries = useQueryClient()
  const tell = useEffectEvent(run)
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'invalidate' && event.query.queryKey[0] === area) tell()
      }),
    [queries, area],
  )
}
