import type { Row } from '@kontor/contract/entity'
import { transfer } from '@kontor/contract/reports/booked/transfer.entity'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { holdsOf } from '../../ledger/holds-of.ts'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'

const columns = columnsOf(
  transfer,
  ['business_day', 'kind', 'amount', 'held', 'available_on', 'merchant_reference', 'transaction'],
  {
    extra: ['release_on', 'held_on', 'currency_code', 'subject', 'id'],
    lines: { name: 'kind', figure: 'amount', when: 'business_day' },
  },
)

/** The newest business day first. A row leads to its payment, and a release of a day to what was held then. */
export default function TransferPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { change } = useListAddress()
  const open = (row: Row<typeof transfer>) => {
    const { transaction, held_on } = row
    if (transaction !== null) void navigate({ to: `/transactions/${transaction}` })
    else if (held_on !== null) change(holdsOf(held_on, row))
  }
  return <ListPage columns={columns} onOpen={open} emptyTitle={t('booked.empty')} />
}
