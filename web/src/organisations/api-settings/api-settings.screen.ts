import { anyone } from '@kontor/contract/roles'
import { IconApi } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

export const apiSettings = defineScreen({
  route: '/apiSettings',
  label: 'api_settings',
  icon: IconApi,
  roles: anyone,
  attention: 'webhook_addresses',
  page: () => import('./api-settings.page.tsx'),
})
