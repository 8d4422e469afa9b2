import { IconReportMoney } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

const list = {
  entity: 'processor_settlement',
  icon: IconReportMoney,
  initial: { active: 'true' },
  // Which open differences its panel shows.
  parameters: ['age', 'currency'],
  add: { label: 'settlements.add', choosing: ['organisation'] },
  page: () => import('./processor-settlement.page.tsx'),
  panel: () => import('./processor-settlement.panel.tsx'),
} as const

/** The processor settlements of the merchant that the provider's staff view. */
export const processorSettlements = defineList({
  ...list,
  route: '/processor-settlements',
  label: 'processor_settlements',
  pspOnly: true,
})

export const pspProcessorSettlements = defineList({
  ...list,
  route: '/psp/processor-settlements',
  label: 'psp_settlements',
  attention: 'late_files',
})
