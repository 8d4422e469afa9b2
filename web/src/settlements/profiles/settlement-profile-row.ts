import type { Populated } from '@kontor/contract/entity'
import type { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import type { Related } from '../../platform/api/related.ts'

export type SettlementProfileRow = Populated<
  typeof settlementProfile,
  {
    organisation: Related<{ id: string; name: string }>
    bank_account: Related<{ id: string; holder: string; iban: string }>
    settlement_schedule: Related<{ id: string; name: string }> | null
  }
>

export const populate = ['organisation', 'bank_account', 'settlement_schedule'] as const
