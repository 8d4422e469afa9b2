import { IconTransform } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** Statuses that super users gave by hand. */
export const statusUpdates = defineList({
  route: '/psp/admin/status-updates',
  label: 'admin_status',
  icon: IconTransform,
  entity: 'status_update',
  superOnly: true,
  attention: 'status_updates',
  add: { label: 'status_updates.add' },
  page: () => import('./status-update.page.tsx'),
  panel: () => import('./status-update.panel.tsx'),
})
