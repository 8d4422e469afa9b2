import { IconBuildingBank } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** What the bank booked on the provider's accounts: what nobody has explained comes first. */
export const bankEntries = defineList({
  route: '/psp/reports/bank-entries',
  label: 'bank_entries',
  icon: IconBuildingBank,
  entity: 'bank_entry',
  attention: 'bank_entries',
  withCollecting: true,
  initial: { state: 'UNMATCHED' },
  page: () => import('./bank-entry.page.tsx'),
  panel: () => import('./bank-entry.panel.tsx'),
})
