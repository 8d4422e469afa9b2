import { providerEntityRoles } from '@kontor/contract/roles'
import { IconPlugConnected } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const staff = providerEntityRoles('PSP_PROCESSOR')

const list = {
  entity: 'processor',
  // Merchants list processors as well, for their statistics; these screens are the provider's (001, section 2.10).
  roles: staff.list,
  icon: IconPlugConnected,
  add: { label: 'processors.add', roles: staff.create, choosing: ['organisation'] },
  page: () => import('./processor.page.tsx'),
  panel: () => import('./processor.panel.tsx'),
} as const

/** The processors of the merchant that the provider's staff view. */
export const processors = defineList({ ...list, route: '/processors', label: 'processors', pspOnly: true })

export const pspProcessors = defineList({ ...list, route: '/psp/processors', label: 'psp_processors' })
