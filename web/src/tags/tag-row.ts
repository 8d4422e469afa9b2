import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { tag } from '@kontor/contract/tags/tag.entity'
import type { Related } from '../platform/api/related.ts'

export type TagRow = Populated<typeof tag, { organisation: Related<Organisation> }>
