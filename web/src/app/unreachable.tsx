import { ApiRefusal } from '../platform/api/api-client.ts'
import { Failed } from '../platform/failed.tsx'

/** The server could not say who is signed in, so that no page can be shown yet. */
export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refusal = error instanceof ApiRefusal ? error : new ApiRefusal('internal_error', 0)
  return <Failed refusal={refusal} onRetry={onRetry} />
}
