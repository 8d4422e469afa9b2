import type { Row } from '@kontor/contract/entity'
import { transfer } from '@kontor/contract/reports/booked/transfer.entity'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'

const columns = columnsOf(
  transfer,
  ['business_day', 'kind', 'amount', 'held', 'available_on', 'merchant_reference', 'transaction'],
  {
    extra: ['release_on', 'currency_code', 'subject', 'id'],
    lines: { name: 'kind', figure: 'amount', when: 'business_day' },
  },
)

/** The newest business day first. */
export default function TransferPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = ({ transaction }: Row<typeof transfer>) => {
    if (transaction !== null) void navigate({ to: `/transactions/${transaction}` })
  }
  return <ListPage columns={columns} onOpen={open} emptyTitle={t('booked.empty')} />
}
