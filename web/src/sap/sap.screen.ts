import { providerEntityRoles } from '@kontor/contract/roles'
import { IconBooks } from '@tabler/icons-react'
import { defineInner, defineList } from '../platform/screen/screen.ts'

const roles = providerEntityRoles('PSP_SAP')
const inner = { module: 'sap', roles: roles.list, pspOnly: true } as const

/** Batches of what the ledger booked, for SAP. */
export const sapBatches = defineList({
  entity: 'sap_batch',
  route: '/psp/sap',
  label: 'sap',
  icon: IconBooks,
  roles: roles.list,
  module: 'sap',
  panelAt: 'batch',
  add: { label: 'sap.make', roles: roles.create },
  page: () => import('./sap-batch.page.tsx'),
  panel: () => import('./sap-batch.panel.tsx'),
})

/** The accounts of SAP for each event. */
export const sapMapping = defineInner({
  ...inner,
  route: '/psp/sap/mapping',
  label: 'sap_mapping',
  page: () => import('./sap-mapping.page.tsx'),
})

/** The company code of SAP, and when batches are made. */
export const sapConnection = defineInner({
  ...inner,
  route: '/psp/sap/connection',
  label: 'sap_connection',
  page: () => import('./sap-connection.page.tsx'),
})
