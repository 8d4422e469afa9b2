import { clientMoneyDay } from '@kontor/contract/payouts/client-money/client-money-day.entity'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { ClientMoneyNow } from './client-money-now.tsx'

const columns = columnsOf(
  clientMoneyDay,
  ['business_day', 'surplus', 'state', 'bank', 'receivable', 'payable', 'reserve', 'in_transit'],
  {
    extra: ['id', 'created_at', 'currency_code', 'owed_by_merchants', 'unexplained'],
    lines: { name: 'business_day', figure: 'surplus', when: 'currency_code', state: 'state' },
  },
)

export default function ClientMoneyPage() {
  const { t } = useTranslation()
  return <ListPage columns={columns} emptyTitle={t('client_money.empty')} above={<ClientMoneyNow />} />
}
