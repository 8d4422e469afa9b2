import { providerEntityRoles } from '@kontor/contract/roles'
import { IconCalendarDollar } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

const roles = providerEntityRoles('PSP_SETTLEMENT_SCHEDULE')

export const settlementSchedules = defineList({
  entity: 'settlement_schedule',
  route: '/psp/finance/settlement-schedules',
  label: 'settlement_schedules',
  icon: IconCalendarDollar,
  roles: roles.list,
  withCollecting: true,
  add: { label: 'settlement_schedules.add', roles: roles.create },
  page: () => import('./settlement-schedule.page.tsx'),
  panel: () => import('./settlement-schedule.panel.tsx'),
})
