import { type Contradiction, contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { isDoubt } from '@kontor/contract/contradictions/ending.rules'
import { useTranslation } from 'react-i18next'
import { isNotWorked } from '../payments/transaction/contradiction-title.ts'
import { Said } from '../payments/transaction/said.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useLabels } from '../platform/value/labels.ts'
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
      kind: (row) => <Kind row={row} />,
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

/** A doubt and a report that Kontor could not work are kept as not understood, and are something else. */
function Kind({ row }: { row: Contradiction }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (isDoubt(row)) return t('contradictions.doubt')
  if (isNotWorked(row)) return t('contradictions.not_worked')
  return labels.value('kind', contradiction.fields.kind, row.kind)
}
