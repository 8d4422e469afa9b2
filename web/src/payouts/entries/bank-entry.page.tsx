import { bankEntry } from '@kontor/contract/payouts/entries/bank-entry.entity'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'

const columns = columnsOf(
  bankEntry,
  ['counterparty', 'amount', 'state', 'booked_on', 'remittance', 'psp_bank_account'],
  {
    extra: [
      ...(['id', 'created_at', 'currency_code', 'end_to_end', 'bank_reference', 'return_reason'] as const),
      ...(['settlement', 'decided_by', 'decided_at', 'reason'] as const),
    ],
    lines: { name: 'counterparty', figure: 'amount', when: 'booked_on', state: 'state' },
  },
)
const populate = ['psp_bank_account']

export default function BankEntryPage() {
  const { t } = useTranslation()
  return <ListPage columns={columns} populate={populate} emptyTitle={t('bank_entries.empty')} />
}
