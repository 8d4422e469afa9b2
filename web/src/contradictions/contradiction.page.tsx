import { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { Said } from '../payments/transaction/said.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { StateTag } from './state-tag.tsx'

const columns = columnsOf(
  contradiction,
  ['reported_at', 'merchant_reference', 'kind', 'we_say_now', 'they_say', 'their_amount', 'processor_name', 'state'],
  {
    extra: [
      'id',
      'created_at',
      'we_say',
      'our_amount',
      'superseded',
      'transaction',
      'refund',
      'subscription',
      'scheduled_transaction',
      'other_transaction',
      'operation',
      'processor_id_external',
      'notification',
      'resolved_at',
      'resolved_by',
      'note',
    ],
    lines: { figure: 'their_amount', when: 'reported_at', state: 'they_say' },
    special: {
      we_say: (row) => <Said word={row.we_say} />,
      we_say_now: (row) => <Said word={row.we_say_now ?? row.we_say} />,
      they_say: (row) => <Said word={row.they_say} />,
      state: (row) => <StateTag state={row.state} />,
    },
  },
)

export default function ContradictionPage() {
  return <ListPage columns={columns} />
}
