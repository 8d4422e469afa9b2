import { IconDeviceMobileDollar } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const terminals = defineList({
  route: '/terminals',
  label: 'terminals',
  icon: IconDeviceMobileDollar,
  entity: 'terminal',
  page: () => import('./terminal.page.tsx'),
  panel: () => import('./terminal.panel.tsx'),
})
