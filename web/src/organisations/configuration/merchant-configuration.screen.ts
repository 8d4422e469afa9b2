import { configurationRoles } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import { IconAdjustments } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

/** What the provider allows the merchant in view. */
export const merchantConfiguration = defineScreen({
  route: '/merchant-configuration',
  label: 'merchant_configuration',
  icon: IconAdjustments,
  roles: configurationRoles,
  pspOnly: true,
  page: () => import('./merchant-configuration.page.tsx'),
})
