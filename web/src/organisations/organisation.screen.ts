import { IconSitemap } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** The list of a merchant's organisations is drawn as their tree. */
export const organisations = defineList({
  route: '/organisations',
  label: 'organisations',
  icon: IconSitemap,
  entity: 'organisation',
  add: { label: 'organisations.add', choosing: ['organisation'] },
  page: () => import('./organisation.page.tsx'),
  panel: () => import('./organisation.panel.tsx'),
})
