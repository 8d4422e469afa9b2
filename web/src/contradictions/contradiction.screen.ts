import { IconArrowsDiff } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

/** Reports of processors that contradict what we have, for the provider's staff. */
export const contradictions = defineList({
  route: '/psp/contradictions',
  label: 'contradictions',
  icon: IconArrowsDiff,
  entity: 'contradiction',
  attention: 'contradictions',
  initial: { state: 'OPEN' },
  page: () => import('./contradiction.page.tsx'),
  panel: () => import('./contradiction.panel.tsx'),
})
