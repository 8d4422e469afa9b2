import type { EntityRoles } from '../../entity.ts'
import { processorSettlement } from '../../processors/processor-settlement.entity.ts'
import { allOf, anyOf, either, type Requirement } from '../../roles.ts'
import { pspSettlement, settlement } from '../../settlements/settlement.entity.ts'

// Nobody makes or changes a row of these lists.
const reading = (list: Requirement): EntityRoles => ({ list, create: list, update: list, delete: list })

/** Merchants and the provider's staff read the same of what settlements are made of. */
export const bookedRoles = reading(either(settlement.roles.list, pspSettlement.roles.list))

/** What the provider earns is for its staff who read settlements, costs and partners’ shares. */
export const marginRoles = reading(
  either(
    anyOf('PSP_ALL'),
    allOf('PSP_SETTLEMENT_ALL', 'PSP_COSTSCHEME_ALL', 'PSP_PARTNERSCHEME_ALL'),
    allOf('PSP_SETTLEMENT_LIST', 'PSP_COSTSCHEME_LIST', 'PSP_PARTNERSCHEME_LIST'),
  ),
)

export const pspSettlementRoles = reading(pspSettlement.roles.list)
export const differenceRoles = reading(processorSettlement.roles.list)
