import { creditInvoiceEndpoint, exportInvoiceEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { IconDownload, IconPrinter, IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, call } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { pageOfRow } from '../../platform/screen/screen.ts'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { InvoiceRow } from './invoice-row.ts'

const CreditInvoice = lazy(() =>
  import('./credit-invoice.form.tsx').then((module) => ({ default: module.CreditInvoice })),
)

/** To print, as a file, and for the provider to take back. */
export function InvoiceActions({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation()
  const screen = useListScreen()
  const [save, isBusy] = useSaving(row)
  const mayCredit = row.kind === 'INVOICE' && row.status !== 'CREDITED'
  const hasDraft = useHasDraft(draftName(creditInvoiceEndpoint, row.id))
  const [isCrediting, setCrediting] = useState(hasDraft && mayCredit)
  return (
    <ActionBar>
      <ActionButton
        icon={IconPrinter}
        label={t('action.print')}
        renderRoot={(props) => <Link {...props} to={pageOfRow(screen, row.id)} />}
      />
      <ActionButton icon={IconDownload} label={t('export.format_csv')} isBusy={isBusy} onClick={() => void save()} />
      {(mayCredit || isCrediting) && (
        <IfMay do={creditInvoiceEndpoint}>
          <ActionButton icon={IconReceiptRefund} label={t('invoices.credit')} onClick={() => setCrediting(true)} />
          <Suspense>{isCrediting && <CreditInvoice row={row} onClose={() => setCrediting(false)} />}</Suspense>
        </IfMay>
      )}
    </ActionBar>
  )
}

function useSaving({ id, number }: InvoiceRow): [() => Promise<void>, boolean] {
  const textOf = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const response = await call(exportInvoiceEndpoint, { params: { id } })
      saveFile(await response.blob(), `${number}.csv`)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      notify({ color: 'red', message: textOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return [save, isBusy]
}
