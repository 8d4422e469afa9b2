import type { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { Related } from '../platform/api/related.ts'

export type ContradictionRow = Populated<typeof contradiction, { organisation: Related<Organisation> }>
export const contradictionRelations = ['organisation'] as const
