import { IconFileImport } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const imports = defineList({
  route: '/psp/imports',
  label: 'imports',
  entity: 'import',
  icon: IconFileImport,
  add: { label: 'imports.add', choosing: ['organisation'] },
  page: () => import('./import.page.tsx'),
  panel: () => import('./import.panel.tsx'),
})
