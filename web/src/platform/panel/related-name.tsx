import { ShortId } from '../../ui/short-id.tsx'
import type { Related } from '../api/related.ts'

/** The name of a related row; its id when the viewer may not see the row. */
export function RelatedName({ of }: { of: Related<{ name: string }> | null }) {
  if (of === null) return '–'
  return typeof of === 'string' ? <ShortId value={of} /> : of.name
}
