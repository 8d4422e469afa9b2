import type { Populated } from '@kontor/contract/entity'
import type { importEntity } from '@kontor/contract/imports/import.entity'
import type { Related } from '../platform/api/related.ts'

type Named = { id: string; name: string }

/** An import with its organisation and shop. */
export type ImportRow = Populated<
  typeof importEntity,
  { organisation: Related<Named> | null; payment_profile: Related<Named> | null }
>
