import { IconPalette } from '@tabler/icons-react'
import { defineInner, defineList } from '../../platform/screen/screen.ts'

const entity = { entity: 'checkout', label: 'checkout_designs' } as const
const form = { ...entity, page: () => import('./design-form.page.tsx') }

/** A row opens beside the list; changing it has a screen of its own. */
export const designs = defineList({
  ...entity,
  route: '/checkout-designs',
  icon: IconPalette,
  page: () => import('./design.page.tsx'),
  panel: () => import('./design.panel.tsx'),
  panelAt: 'view',
  add: { label: 'designs.add', at: '/checkout-designs/new' },
})

export const newDesign = defineInner({ ...form, route: '/checkout-designs/new', may: 'create' })

export const editDesign = defineInner({ ...form, route: '/checkout-designs/$checkoutId', may: 'update' })
