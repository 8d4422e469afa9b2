import { IconTags } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  entity: 'tag',
  icon: IconTags,
  add: { label: 'tags.create', choosing: ['organisation'] },
  page: () => import('./tag.page.tsx'),
  panel: () => import('./tag.panel.tsx'),
} as const

export const tags = defineList({ ...list, route: '/tags', label: 'tags' })

/** Tags of all merchants. The role PSP_TAG_LIST is another name of TAG_LIST (roles.ts). */
export const pspTags = defineList({ ...list, route: '/psp/tags', label: 'psp_tags' })
