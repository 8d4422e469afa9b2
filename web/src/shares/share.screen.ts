import { entityRoles } from '@kontor/contract/roles'
import { IconShare3 } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  route: '/share-credentials',
  entity: 'share',
  attention: 'shares',
  icon: IconShare3,
  // The organisation that receives is another than the person's own, so everybody chooses it.
  add: { label: 'shares.add', needs: entityRoles('ORGANISATION').list, choosing: ['processor'] },
  page: () => import('./share.page.tsx'),
  panel: () => import('./share.panel.tsx'),
} as const

/** The same screen under two entries of the navigation: the provider's staff find it among their own (001, section 2.15). */
export const shareRequests = defineList({ ...list, label: 'share_requests', merchantOnly: true })
export const shareCredentials = defineList({ ...list, label: 'share_credentials', pspOnly: true })
