import { BlockSkeleton, FieldListSkeleton } from '../ui/skeletons.tsx'
import type { ApiRefusal } from './api/api-client.ts'
import { Failed } from './failed.tsx'

interface NotYetProps {
  error: ApiRefusal | null
  refetch: () => unknown
  /** The outline of so many pairs; a block of this height otherwise. */
  rows?: number
  height?: number
}

/** In the place of what is read: its outline until it is there, or why it could not be read. */
export function NotYet({ error, refetch, rows, height }: NotYetProps) {
  if (error) return <Failed refusal={error} onRetry={() => void refetch()} />
  return height === undefined ? <FieldListSkeleton {...(rows ? { rows } : {})} /> : <BlockSkeleton height={height} />
}
