import { IconSitemap } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** The organisations of a merchant, as their tree or as a list (docs/adr/0257). */
export const organisations = defineList({
  route: '/organisations',
  label: 'organisations',
  icon: IconSitemap,
  entity: 'organisation',
  isTree: true,
  add: { label: 'organisations.add', choosing: ['organisation'] },
  page: () => import('./organisation.page.tsx'),
  panel: () => import('./organisation.panel.tsx'),
})
