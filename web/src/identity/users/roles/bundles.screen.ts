import { bundleRoles } from '@kontor/contract/identity/bundles/role-bundle.rules'
import { defineInner } from '../../../platform/screen/screen.ts'

const bundles = { label: 'role_bundles', page: () => import('./bundles.page.tsx') } as const

/** The bundles for a merchant's users, and those for the provider's staff. The screens of users lead there. */
export const roleBundles = defineInner({ ...bundles, route: '/users/bundles', roles: bundleRoles.merchant.list })

export const pspRoleBundles = defineInner({
  ...bundles,
  route: '/psp/users/bundles',
  roles: bundleRoles.provider.list,
  pspOnly: true,
})
