import { IconReceipt } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** Of the provider alone, in the view of a merchant (001 section 2.3). */
export const oneOffs = defineList({
  route: '/finance/one-offs',
  label: 'one_offs',
  icon: IconReceipt,
  entity: 'one_off',
  withCollecting: true,
  pspOnly: true,
  add: { label: 'one_offs.add' },
  page: () => import('./one-off.page.tsx'),
  panel: () => import('./one-off.panel.tsx'),
})
