import { languages } from '@kontor/contract/codes/languages'
import {
  creditInvoiceEndpoint,
  exportInvoiceEndpoint,
  exportInvoiceUblEndpoint,
  mailInvoiceEndpoint,
  takeInvoiceEndpoint,
} from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { IconDownload, IconFileCode, IconMail, IconPrinter, IconReceipt, IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSavedFile } from '../../platform/api/use-saved-file.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { pageOfRow } from '../../platform/screen/screen.ts'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import type { InvoiceRow } from './invoice-row.ts'

const CreditInvoice = lazy(() =>
  import('./credit-invoice.form.tsx').then((module) => ({ default: module.CreditInvoice })),
)

const TakeInvoice = lazy(() => import('./take-invoice.form.tsx').then((module) => ({ default: module.TakeInvoice })))

/** To print, as a file, and for the provider to mail, to take back, and to take from the next settlement. */
export function InvoiceActions({ row }: { row: InvoiceRow }) {
  const { t, i18n } = useTranslation()
  const language = languages.find((each) => each === i18n.language)
  const of = { params: { id: row.id }, query: { language } }
  const screen = useListScreen()
  const [save, isBusy] = useSavedFile(() => call(exportInvoiceEndpoint, of), `${row.number}.csv`)
  const [saveUbl, isBusyWithUbl] = useSavedFile(() => call(exportInvoiceUblEndpoint, of), `${row.number}.xml`)
  const mayCredit = row.kind === 'INVOICE' && row.status !== 'CREDITED'
  const hasDraft = useHasDraft(draftName(creditInvoiceEndpoint, row.id))
  const [isCrediting, setCrediting] = useState(hasDraft && mayCredit)
  const wasTaking = useHasDraft(draftName(takeInvoiceEndpoint, row.id))
  const [isTaking, setTaking] = useState(wasTaking && row.outstanding > 0)
  const [isMailing, setMailing] = useState(false)
  return (
    <ActionBar>
      <ActionButton
        icon={IconPrinter}
        label={t('action.print')}
        renderRoot={(props) => <Link {...props} to={pageOfRow(screen, row.id)} />}
      />
      <ActionButton icon={IconDownload} label={t('export.format_csv')} isBusy={isBusy} onClick={() => void save()} />
      <ActionButton
        icon={IconFileCode}
        label={t('invoices.ubl')}
        isBusy={isBusyWithUbl}
        onClick={() => void saveUbl()}
      />
      <IfMay do={mailInvoiceEndpoint}>
        <ActionButton
          icon={IconMail}
          label={t(row.mailed_at === null ? 'invoices.mail' : 'invoices.mail_again')}
          onClick={() => setMailing(true)}
        />
        <ConfirmCommand
          endpoint={mailInvoiceEndpoint}
          params={{ id: row.id }}
          opened={isMailing}
          onClose={() => setMailing(false)}
          title={t('invoices.mail_title', { number: row.number })}
          text={t('invoices.mail_text')}
          verb={t('invoices.mail')}
          done={t('invoices.mailed', { number: row.number })}
        />
      </IfMay>
      {(row.outstanding > 0 || isTaking) && (
        <IfMay do={takeInvoiceEndpoint}>
          <ActionButton icon={IconReceipt} label={t('invoices.take')} onClick={() => setTaking(true)} />
          <Suspense>{isTaking && <TakeInvoice row={row} onClose={() => setTaking(false)} />}</Suspense>
        </IfMay>
      )}
      {(mayCredit || isCrediting) && (
        <IfMay do={creditInvoiceEndpoint}>
          <ActionButton icon={IconReceiptRefund} label={t('invoices.credit')} onClick={() => setCrediting(true)} />
          <Suspense>{isCrediting && <CreditInvoice row={row} onClose={() => setCrediting(false)} />}</Suspense>
        </IfMay>
      )}
    </ActionBar>
  )
}
