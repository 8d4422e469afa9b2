import { IconListDetails } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** What the ledger booked of a merchant. A row leads to its payment. */
export const transfers = defineList({
  route: '/report/transfers',
  label: 'report_transfers',
  entity: 'transfer',
  icon: IconListDetails,
  withCollecting: true,
  page: () => import('./transfer.page.tsx'),
})
