import type { Populated } from '@kontor/contract/entity'
import type { processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import type { Related } from '../../platform/api/related.ts'

export type ProcessorSettlementRow = Populated<
  typeof processorSettlement,
  { organisation: Related<{ id: string; name: string }> }
>
