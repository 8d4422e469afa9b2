import { takeInvoiceEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { creditReasonLength } from '@kontor/contract/settlements/invoices/invoice.rules'
import { takeInvoiceSchemas } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import type { InvoiceRow } from './invoice-row.ts'

/** Why an unpaid invoice is taken from the next settlement. */
export function TakeInvoice({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <RecordForm
      endpoint={takeInvoiceEndpoint}
      body={takeInvoiceSchemas.body}
      params={{ id: row.id }}
      title={t('invoices.take_title', { number: row.number })}
      verb={t('invoices.take')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('invoices.taken', { number: row.number }) })}
    >
      <Text size="sm">{t('invoices.take_text', { amount: money(row.outstanding, row.currency_code) })}</Text>
      <LongTextField name="reason" label={t('invoices.take_reason')} maxLength={creditReasonLength} autoFocus />
    </RecordForm>
  )
}
