import { periodReportRoles, pspPeriodReportRoles } from '@kontor/contract/reports/period-report.rules'
import { IconCalendarMonth, IconCalendarStats } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

const page = () => import('./period-report.page.tsx')

export const dailyReport = defineScreen({
  route: '/report/daily',
  label: 'report_daily',
  icon: IconCalendarStats,
  roles: periodReportRoles,
  page,
})

export const pspDailyReport = defineScreen({
  route: '/psp/reports/daily',
  label: 'psp_reports_daily',
  icon: IconCalendarStats,
  roles: pspPeriodReportRoles,
  page,
})

export const pspMonthlyReport = defineScreen({
  route: '/psp/reports/monthly',
  label: 'psp_reports_monthly',
  icon: IconCalendarMonth,
  roles: pspPeriodReportRoles,
  page,
})
