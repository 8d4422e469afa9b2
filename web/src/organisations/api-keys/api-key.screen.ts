import { createApiKeyRoles } from '@kontor/contract/organisations/api-keys.rules'
import { IconKey } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const apiKeys = defineList({
  route: '/psp/api-keys',
  label: 'api_keys',
  icon: IconKey,
  entity: 'api_key',
  add: { label: 'api_settings.add', roles: createApiKeyRoles, choosing: ['organisation'] },
  page: () => import('./api-key.page.tsx'),
  panel: () => import('./api-key.panel.tsx'),
})
