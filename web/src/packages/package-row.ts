import type { Populated } from '@kontor/contract/entity'
import type { pricePackage } from '@kontor/contract/packages/package.entity'
import type { Related } from '../platform/api/related.ts'

type Named = Related<{ id: string; name: string }> | null

export type PackageRow = Populated<
  typeof pricePackage,
  {
    revenue_scheme: Named
    cost_scheme: Named
    reserve_scheme: Named
    partner_scheme: Named
    settlement_schedule: Named
  }
>

export const populate = [
  'revenue_scheme',
  'cost_scheme',
  'reserve_scheme',
  'partner_scheme',
  'settlement_schedule',
] as const
