import {
  invoiceParticularsEndpoint,
  setInvoiceParticularsEndpoint,
} from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { Button, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconId } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'

const ParticularsForm = lazy(() =>
  import('./particulars.form.tsx').then((module) => ({ default: module.ParticularsForm })),
)

/** Opens what invoices say of the provider. Until it is filled in, the button says that invoices wait for it. */
export function ParticularsButton() {
  const { t } = useTranslation()
  const { data } = useRead(invoiceParticularsEndpoint)
  const [isOpen, setOpen] = useState(useHasDraft(draftName(setInvoiceParticularsEndpoint)))
  const isMissing = data !== undefined && data.legal_name === null
  const Icon = isMissing ? IconAlertTriangle : IconId
  return (
    <IfMay do={setInvoiceParticularsEndpoint}>
      <Tooltip
        label={t('invoices.particulars_missing')}
        disabled={!isMissing}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          variant={isMissing ? 'filled' : 'default'}
          leftSection={<Icon size={16} aria-hidden="true" />}
          disabled={!data}
          onClick={() => setOpen(true)}
        >
          {t('invoices.particulars')}
        </Button>
      </Tooltip>
      <Suspense>{isOpen && data && <ParticularsForm of={data} onClose={() => setOpen(false)} />}</Suspense>
    </IfMay>
  )
}
