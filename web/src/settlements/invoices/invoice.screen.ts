import { entityRoles, providerEntityRoles } from '@kontor/contract/roles'
import { IconFileInvoice } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

const shared = {
  entity: 'invoice',
  icon: IconFileInvoice,
  withCollecting: true,
  page: () => import('./invoice.page.tsx'),
  panel: () => import('./invoice.panel.tsx'),
} as const

/** What a merchant was charged, month by month. */
export const invoices = defineList({
  ...shared,
  route: '/report/invoices',
  label: 'report_invoices',
  roles: entityRoles('SETTLEMENT').list,
})

/** The invoices to all merchants. */
export const pspInvoices = defineList({
  ...shared,
  route: '/psp/reports/invoices',
  label: 'psp_invoices',
  roles: providerEntityRoles('PSP_SETTLEMENT').list,
})
