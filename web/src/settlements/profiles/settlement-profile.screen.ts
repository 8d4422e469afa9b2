import { providerEntityRoles } from '@kontor/contract/roles'
import { IconReceiptEuro } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

const roles = providerEntityRoles('PSP_SETTLEMENT_PROFILE')

/** How the merchant in view is settled. */
export const settlementProfiles = defineList({
  entity: 'settlement_profile',
  route: '/finance/settlement-profiles',
  label: 'settlement_profiles',
  icon: IconReceiptEuro,
  roles: roles.list,
  pspOnly: true,
  withCollecting: true,
  add: { label: 'settlement_profiles.add', roles: roles.create, choosing: ['organisation', 'bank_account'] },
  page: () => import('./settlement-profile.page.tsx'),
  panel: () => import('./settlement-profile.panel.tsx'),
})
