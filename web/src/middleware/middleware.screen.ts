import { providerEntityRoles } from '@kontor/contract/roles'
import { IconShieldCheck } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const roles = providerEntityRoles('PSP_MIDDLEWARE')

const list = {
  entity: 'middleware',
  roles: roles.list,
  icon: IconShieldCheck,
  add: { label: 'middleware.add', roles: roles.create, choosing: ['organisation'] },
  page: () => import('./middleware.page.tsx'),
  panel: () => import('./middleware.panel.tsx'),
} as const

/** The middleware of the merchant that the provider's staff view. */
export const middlewares = defineList({ ...list, route: '/middlewares', label: 'middlewares', pspOnly: true })

export const pspMiddlewares = defineList({ ...list, route: '/psp/middlewares', label: 'psp_middlewares' })
