import { IconCalendarRepeat } from '@tabler/icons-react'
import { defineInner, defineList } from '../../platform/screen/screen.ts'

const entity = { entity: 'report_schedule', label: 'report_schedules' } as const
const form = { ...entity, page: () => import('./schedule-form.page.tsx') }

export const reportSchedules = defineList({
  ...entity,
  route: '/reports/schedules',
  icon: IconCalendarRepeat,
  page: () => import('./report-schedule.page.tsx'),
  panel: () => import('./report-schedule.panel.tsx'),
  panelAt: 'view',
  add: { label: 'schedules.add', at: '/reports/schedules/new' },
})

export const newReportSchedule = defineInner({ ...form, route: '/reports/schedules/new', may: 'create' })

export const editReportSchedule = defineInner({ ...form, route: '/reports/schedules/edit/$scheduleId', may: 'update' })
