import { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { StuckTag } from './stuck-tag.tsx'

const columns = columnsOf(
  stuckOperation,
  ['overdue_at', 'operation', 'merchant_reference', 'processor', 'amount', 'state'],
  {
    extra: ['id', 'created_at', 'payment_product', 'first_sent_at', 'attempts', 'ended_at', 'seen', 'seen_by'],
    lines: { name: 'operation', figure: 'amount', state: 'state' },
    special: { state: (row) => <StuckTag state={row.state} /> },
  },
)
const populate = ['processor', 'organisation']

export default function StuckOperationPage() {
  return <ListPage columns={columns} populate={populate} />
}
