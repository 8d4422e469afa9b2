import { IconGitFork } from '@tabler/icons-react'
import { defineInner, defineList } from '../../platform/screen/screen.ts'

const entity = { entity: 'routing', label: 'routing' } as const
const form = { ...entity, page: () => import('./routing-form.page.tsx') }

/** A routing opens beside the list; changing it has a screen of its own. */
export const routings = defineList({
  ...entity,
  route: '/intelligent-routing',
  icon: IconGitFork,
  page: () => import('./routing.page.tsx'),
  panel: () => import('./routing.panel.tsx'),
  panelAt: 'view',
  add: { label: 'routings.add', at: '/intelligent-routing/new' },
})

export const newRouting = defineInner({ ...form, route: '/intelligent-routing/new', may: 'create' })

export const editRouting = defineInner({ ...form, route: '/intelligent-routing/$routeId', may: 'update' })
