import { IconBuildingBank } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const shared = {
  icon: IconBuildingBank,
  withCollecting: true,
  // Which transfers of a settlement its panel shows.
  parameters: ['step'],
  page: () => import('./settlement.page.tsx'),
  panel: () => import('./settlement.panel.tsx'),
} as const

/** The settlements of a merchant, who reads them too. */
export const settlements = defineList({
  ...shared,
  route: '/report/settlement',
  label: 'report_settlement',
  entity: 'settlement',
})

/** The settlements of all merchants. */
export const pspSettlements = defineList({
  ...shared,
  route: '/psp/reports/settlement',
  label: 'psp_settlement',
  entity: 'psp_settlement',
  attention: 'payouts',
})
