import { creditInvoiceEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { creditReasonLength } from '@kontor/contract/settlements/invoices/invoice.rules'
import { creditInvoiceSchemas } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import type { InvoiceRow } from './invoice-row.ts'

/** Why an invoice is taken back. */
export function CreditInvoice({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={creditInvoiceEndpoint}
      body={creditInvoiceSchemas.body}
      params={{ id: row.id }}
      title={t('invoices.credit_title', { number: row.number })}
      verb={t('invoices.credit')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('invoices.credited', { number: row.number }) })}
    >
      <Text size="sm">{t('invoices.credit_text')}</Text>
      <LongTextField name="reason" label={t('invoices.credit_reason')} maxLength={creditReasonLength} autoFocus />
    </RecordForm>
  )
}
