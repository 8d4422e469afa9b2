import { IconShieldCheck } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** Whether the money of merchants is all there, now and on each day before. */
export const clientMoney = defineList({
  route: '/psp/reports/client-money',
  label: 'client_money',
  icon: IconShieldCheck,
  entity: 'client_money_day',
  withCollecting: true,
  page: () => import('./client-money.page.tsx'),
  panel: () => import('./client-money.panel.tsx'),
})
