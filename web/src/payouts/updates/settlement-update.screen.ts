import { IconGavel } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** What super users did with settlements by hand. */
export const settlementUpdates = defineList({
  route: '/psp/admin/settlement-updates',
  label: 'admin_settlement',
  icon: IconGavel,
  entity: 'settlement_update',
  superOnly: true,
  withCollecting: true,
  attention: 'settlement_updates',
  add: { label: 'settlement_updates.add' },
  page: () => import('./settlement-update.page.tsx'),
  panel: () => import('./settlement-update.panel.tsx'),
})
