import { financialReportRoles } from '@kontor/contract/roles'
import { IconReportMoney } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

export const financialReport = defineScreen({
  route: '/report',
  label: 'report',
  icon: IconReportMoney,
  roles: financialReportRoles,
  withCollecting: true,
  page: () => import('./financial-report.page.tsx'),
})
