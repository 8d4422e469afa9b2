import { IconPlugConnected, IconScale } from '@tabler/icons-react'
import { defineScreen } from '../../platform/screen/screen.ts'

export const processorStatistics = defineScreen({
  route: '/dashboards/processor-statistics',
  label: 'processor_statistics',
  icon: IconPlugConnected,
  entity: 'processor',
  statistics: true,
  page: () => import('./processor-statistics.page.tsx'),
})

export const processorCompare = defineScreen({
  route: '/insights/dashboards/processor-compare',
  label: 'processor_compare',
  icon: IconScale,
  entity: 'processor',
  statistics: true,
  page: () => import('./processor-compare.page.tsx'),
})
