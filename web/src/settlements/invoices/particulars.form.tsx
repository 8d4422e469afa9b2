import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  invoiceParticularsEndpoint,
  setInvoiceParticularsEndpoint,
} from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { setInvoiceParticularsSchemas } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm } from '../../platform/form/record-form.tsx'
import { presentOf } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'

type Particulars = ReplyOf<typeof invoiceParticularsEndpoint>

interface ParticularsFormProps {
  of: Particulars
  onClose: () => void
}

/** What invoices say of the provider. */
export function ParticularsForm({ of, onClose }: ParticularsFormProps) {
  const { t } = useTranslation()
  const [initial] = useState(() => valuesOf(of))
  return (
    <RecordForm
      endpoint={setInvoiceParticularsEndpoint}
      body={setInvoiceParticularsSchemas.body}
      title={t('invoices.particulars_title')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={initial}
      present={presentOf(invoiceParticularsEndpoint, {}, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('invoices.particulars_saved') })}
    >
      <Text size="sm">{t('invoices.particulars_text')}</Text>
      <TextField name="legal_name" label={t('invoices.legal_name')} maxLength={200} autoFocus />
      <TextField name="address" label={t('invoices.address')} maxLength={200} />
      <FieldGrid>
        <TextField name="postal_code" maxLength={20} />
        <TextField name="locality" maxLength={100} />
        <TextField name="chamber_of_commerce" maxLength={30} />
        <TextField name="vat_number" maxLength={30} description={t('invoices.vat_number_help')} />
      </FieldGrid>
    </RecordForm>
  )
}

const valuesOf = ({ country_code: _, ...given }: Particulars): FormValues =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
