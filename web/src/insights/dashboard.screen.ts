import { statisticsRoles } from '@kontor/contract/roles'
import { IconChartBar, IconChartDonut, IconChartLine } from '@tabler/icons-react'
import { defineScreen, type Visit } from '../platform/screen/screen.ts'

const dashboard = {
  statistics: true,
  address: async (visit: Visit) => (await import('./dashboard-guard.ts')).putDashboardRight(visit),
}

export const transactionDashboard = defineScreen({
  ...dashboard,
  route: '/dashboards/transactions',
  label: 'dashboard_transactions',
  icon: IconChartLine,
  entity: 'transaction',
  roles: statisticsRoles('TRANSACTION'),
  page: () => import('./transaction-dashboard.page.tsx'),
})

export const refundDashboard = defineScreen({
  ...dashboard,
  route: '/dashboards/refunds',
  label: 'dashboard_refunds',
  icon: IconChartBar,
  entity: 'refund',
  roles: statisticsRoles('REFUND'),
  page: () => import('./refund-dashboard.page.tsx'),
})

export const customerDashboard = defineScreen({
  ...dashboard,
  route: '/dashboards/customers',
  label: 'dashboard_customers',
  icon: IconChartDonut,
  entity: 'customer',
  roles: statisticsRoles('CUSTOMER'),
  page: () => import('./customer-dashboard.page.tsx'),
})
