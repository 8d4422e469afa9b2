import { openStuckStates } from '@kontor/contract/payments/stuck-operation.rules'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** Orders to processors without an outcome: a person of the provider looks at the gateway. */
export const stuckOperations = defineList({
  route: '/psp/stuck-operations',
  label: 'psp_stuck_operations',
  icon: IconPlugConnectedX,
  entity: 'stuck_operation',
  initial: { 'state[]': [...openStuckStates] },
  attention: 'stuck_operations',
  page: () => import('./stuck-operation.page.tsx'),
  panel: () => import('./stuck-operation.panel.tsx'),
})
