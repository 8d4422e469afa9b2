import { invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import { invoiceRelations } from './invoice-row.ts'
import { ParticularsButton } from './particulars-button.tsx'

const columns = columnsOf(
  invoice,
  ['number', 'issued_on', 'covers_from', 'covers_through', 'net', 'vat', 'total', 'outstanding', 'status'],
  {
    extra: [
      'id',
      'created_at',
      'due',
      'due_on',
      'kind',
      'currency_code',
      'settled_in',
      'credits',
      'reason',
      'sha256',
      'mailed_at',
      'mails',
      'organisation',
    ],
    lines: { name: 'number', figure: 'total', when: 'issued_on' },
  },
)

/** What merchants were charged, the newest first. */
export default function InvoicePage() {
  const { t } = useTranslation()
  const isOfProvider = useListScreen().route.startsWith('/psp/')
  return (
    <ListPage columns={columns} populate={invoiceRelations} emptyTitle={t('invoices.empty')}>
      {isOfProvider && <ParticularsButton />}
    </ListPage>
  )
}
