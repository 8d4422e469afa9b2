import type { ImportType } from '@kontor/contract/imports/import.rules'
import { entityRoles, providerEntityRoles, type Requirement, superUser } from '@kontor/contract/roles'

const organisations = entityRoles('ORGANISATION').list

/** Beside the right to hand in files, each type needs the right to choose whose its rows are, or to make them by hand. */
export const typeRoles: Readonly<Record<ImportType, Requirement>> = {
  customer: organisations,
  card: organisations,
  transaction: entityRoles('PAYMENT_PROFILE').list,
  chargeback: organisations,
  subscription: organisations,
  merchant: providerEntityRoles('PSP_MERCHANT').create,
  status_update: superUser,
}
