import { tag } from '@kontor/contract/tags/tag.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AddTag } from './add-tag.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { useTagBulk } from './tag-bulk.tsx'
import { TagChip } from './tag-chip.tsx'

const columns = columnsOf(tag, ['text', 'organisation', 'recent_transactions', 'created_at'], {
  extra: ['id', 'color', 'description'],
  lines: { figure: 'recent_transactions', state: 'organisation' },
  special: {
    text: (row) => <TagChip tag={row} />,
    recent_transactions: (row) => <RecentTransactions of={row} />,
  },
})

export default function TagPage() {
  return (
    <ListPage columns={columns} populate={tag.populate} bulk={useTagBulk()}>
      <AddTag />
    </ListPage>
  )
}
