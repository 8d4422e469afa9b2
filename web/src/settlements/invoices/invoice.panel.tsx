import { invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../../platform/panel/row-so-far.ts'
import { useIsWholePage } from '../../platform/panel/whole-page.ts'
import { Day, Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useSeesMerchants } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { useDays } from '../use-days.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { type InvoiceRow, invoiceRelations } from './invoice-row.ts'

/** An invoice with what became of it. On its own page it is the document, to print. */
export default function InvoicePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const isDocument = useIsWholePage()
  const whole = useRow<typeof invoice, InvoiceRow>(invoice, id, { populate: invoiceRelations })
  const soFar = useRowSoFar<InvoiceRow>(invoice, id)
  const row = whole.data ?? soFar
  if (isDocument) return <InvoiceDocument id={id} outstanding={row?.outstanding ?? 0} />
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={12} />
  const tabs: [PanelTab, ...PanelTab[]] = [
    {
      name: 'document',
      label: t('invoices.tab.document'),
      content: () => <InvoiceDocument id={row.id} outstanding={row.outstanding} />,
    },
    { name: 'details', label: t('invoices.tab.details'), content: () => <Details row={row} /> },
  ]
  return (
    <>
      <Head row={row} />
      <PanelTabs label={t('invoices.tabs')} tabs={tabs} />
    </>
  )
}

function Head({ row }: { row: InvoiceRow }) {
  const days = useDays()
  const seesMerchants = useSeesMerchants()
  return (
    <PanelHead
      amount={row.total}
      currency={row.currency_code}
      status={row.status}
      actions={<InvoiceActions row={row} />}
    >
      {seesMerchants && <span>{row.merchant_name}</span>}
      <span>{row.number}</span>
      <span>{days(row.covers_from, row.covers_through)}</span>
    </PanelHead>
  )
}

function Details({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof InvoiceRow) => labels.field(invoice, name)
  return (
    <FieldList
      fields={[
        [label('number'), row.number],
        [label('kind'), labels.value('kind', invoice.fields.kind, row.kind)],
        [label('issued_on'), <Day key="issued" value={row.issued_on} />],
        [label('credits'), typeof row.credits === 'string' ? row.credits : row.credits?.number],
        [label('reason'), row.reason],
        [label('due'), <Money key="due" amount={row.due} currency={row.currency_code} />],
        [label('due_on'), row.due_on && <Day key="due_on" value={row.due_on} />],
        [
          label('outstanding'),
          row.due === 0 ? null : <Money key="open" amount={row.outstanding} currency={row.currency_code} />,
        ],
        [label('settled_in'), row.settled_in.join(', ') || null],
        [
          label('mailed_at'),
          row.mailed_at && (
            <span key="mailed">
              <Instant value={row.mailed_at} />, {t('invoices.mails', { count: row.mails ?? 0 })}
            </span>
          ),
        ],
        [label('sha256'), row.sha256],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
