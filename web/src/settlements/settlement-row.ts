import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import type { Related } from '../platform/api/related.ts'
import { useListScreen } from '../platform/screen/use-screen.ts'

export type SettlementRow = Populated<typeof settlement, { organisation: Related<Organisation> }> &
  Partial<
    Populated<
      typeof pspSettlement,
      {
        organisation: Related<Organisation>
        settlement_profile: Related<{ id: string; name: string }> | null
        settlement_schedule: Related<{ id: string; name: string }>
      }
    >
  >

/** The settlements of this screen, and the relations that their panel shows. */
export function useSettlementEntity() {
  const isOfProvider = useListScreen().entity === pspSettlement.name
  return isOfProvider
    ? { entity: pspSettlement, isOfProvider, relations: ['organisation', 'settlement_profile', 'settlement_schedule'] }
    : { entity: settlement, isOfProvider, relations: ['organisation'] }
}

/** The transfers of one settlement, which are read below it. */
export const transfersOf = (id: string) => ({
  ...settlementTransfer,
  resource: settlementTransfer.resource.replace(':id', id),
})

/** What it comes to, before anything is paid. */
export const closingOf = ({ opening, total }: Pick<SettlementRow, 'opening' | 'total'>): number => opening + total
