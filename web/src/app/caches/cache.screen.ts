import { IconDatabaseMinus } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

/** What the server keeps to be quicker, for super users. */
export const caches = defineScreen({
  route: '/psp/admin/cache',
  label: 'admin_cache',
  icon: IconDatabaseMinus,
  superOnly: true,
  page: () => import('./cache.page.tsx'),
})
