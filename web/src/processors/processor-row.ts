import type { Populated } from '@kontor/contract/entity'
import type { processor } from '@kontor/contract/processors/processor.entity'
import type { Related } from '../platform/api/related.ts'

export type ProcessorRow = Populated<typeof processor, { organisation: Related<{ id: string; name: string }> }>
