import type { Populated } from '@kontor/contract/entity'
import type { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import type { Related } from '../../platform/api/related.ts'

export type StuckRow = Populated<typeof stuckOperation, { processor: Related<Processor> | null }>
