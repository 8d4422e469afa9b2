import { anyOf } from '@kontor/contract/roles'
import { IconDeviceMobileDollar } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const terminals = defineList({
  route: '/terminals',
  label: 'terminals',
  icon: IconDeviceMobileDollar,
  entity: 'terminal',
  add: { label: 'terminals.add', roles: anyOf('PSP_ALL') },
  page: () => import('./terminal.page.tsx'),
  panel: () => import('./terminal.panel.tsx'),
})
