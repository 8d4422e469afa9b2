import { either } from '@kontor/contract/roles'
import { IconFileImport } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'
import { typeRoles } from './type-roles.ts'

export const imports = defineList({
  route: '/psp/imports',
  label: 'imports',
  entity: 'import',
  icon: IconFileImport,
  add: { label: 'imports.add', needs: either(...Object.values(typeRoles)) },
  page: () => import('./import.page.tsx'),
  panel: () => import('./import.panel.tsx'),
})
