import { IconListTree } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const list = {
  icon: IconListTree,
  window: true,
  page: () => import('./audit-trail.page.tsx'),
  panel: () => import('./audit-trail-item.panel.tsx'),
}

/** All calls of everybody (001 section 2.7). */
export const pspAuditTrail = defineList({
  ...list,
  route: '/psp/audit-trail',
  entity: 'psp_audit_trail_item',
  label: 'audit_trail',
})

/** A merchant's own calls, and those that they caused. */
export const auditTrail = defineList({
  ...list,
  route: '/audit-trail',
  entity: 'audit_trail_item',
  label: 'own_audit_trail',
})
