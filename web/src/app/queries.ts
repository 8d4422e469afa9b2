import { onlineManager, QueryClient } from '@tanstack/react-query'
import { currentSession, watchSession } from '../identity/session.ts'
import { isPassing } from '../platform/api/api-client.ts'
import { currentConnection, watchConnection } from '../platform/connection.ts'

/** Lists seen before are shown at once while they are asked for again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
})

// Reading waits while the server is away, and then goes on; what has failed is read again.
onlineManager.setEventListener((setOnline) => watchConnection(() => setOnline(currentConnection() !== 'away')))
onlineManager.setOnline(currentConnection() !== 'away')

// Nothing that was read outlives the session that read it.
watchSession(() => {
  if (!currentSession()) queries.clear()
})
