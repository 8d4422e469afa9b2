import { BlockSkeleton, FieldListSkeleton } from '../ui/page/skeletons.tsx'
import type { ApiRefusal } from './api/api-client.ts'
import { Failed } from './failed.tsx'

interface NotYetProps {
  error: ApiRefusal | null
  refetch: () => unknown
  /** The number of outlined label-value pairs; without it, a block of this height. */
  rows?: number
  height?: number
}

/** Replaces data that is not there: an outline while it loads, or the reason why it failed. */
export function NotYet({ error, refetch, rows, height }: NotYetProps) {
  if (error) return <Failed refusal={error} onRetry={() => void refetch()} />
  return height === undefined ? <FieldListSkeleton {...(rows ? { rows } : {})} /> : <BlockSkeleton height={height} />
}
