import { IconCoins, IconPigMoney, IconReceipt, IconUsersGroup } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  withCollecting: true,
  initial: { active: 'true', visible: 'true' },
  add: { label: 'pricing.create' },
  page: () => import('./scheme.page.tsx'),
  panel: () => import('./scheme.panel.tsx'),
} as const

export const revenueSchemes = defineList({
  ...list,
  route: '/psp/pricing/revenue',
  label: 'pricing_revenue',
  entity: 'revenue_scheme',
  icon: IconReceipt,
})

export const costSchemes = defineList({
  ...list,
  route: '/psp/pricing/cost',
  label: 'pricing_cost',
  entity: 'cost_scheme',
  icon: IconCoins,
})

export const reserveSchemes = defineList({
  ...list,
  route: '/psp/pricing/reserve',
  label: 'pricing_reserve',
  entity: 'reserve_scheme',
  icon: IconPigMoney,
})

export const partnerSchemes = defineList({
  ...list,
  route: '/psp/pricing/partner',
  label: 'pricing_partner',
  entity: 'partner_scheme',
  icon: IconUsersGroup,
})
