import { onlineManager, QueryClient } from '@tanstack/react-query'
import { currentSession, watchSession } from '../identity/session.ts'
import { isPassing } from '../platform/api/api-client.ts'
import { currentConnection, watchConnection } from '../platform/connection.ts'

/** Lists that were seen before are shown at once while they are read again. */
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

// Reads wait while the server is away and continue afterwards; failed reads are repeated.
onlineManager.setEventListener((setOnline) => watchConnection(() => setOnline(currentConnection() !== 'away')))
onlineManager.setOnline(currentConnection() !== 'away')

// Data of a session is removed when the session ends.
watchSession(() => {
  if (!currentSession()) queries.clear()
})
