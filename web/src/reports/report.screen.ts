import { IconReportAnalytics } from '@tabler/icons-react'
import { defineInner, defineScreen } from '../platform/screen/screen.ts'

const entity = { entity: 'report', label: 'transaction_reports' } as const

export const reports = defineScreen({
  ...entity,
  route: '/reports/transactions',
  icon: IconReportAnalytics,
  page: () => import('./reports.page.tsx'),
})

export const newReport = defineInner({
  ...entity,
  route: '/reports/transactions/new',
  may: 'create',
  page: () => import('./new-report.page.tsx'),
})

export const downloadedReport = defineInner({
  ...entity,
  route: '/reports/transactions/$reportId/download',
  page: () => import('./download-report.page.tsx'),
})
