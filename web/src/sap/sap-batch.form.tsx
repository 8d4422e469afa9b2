import {
  acknowledgeSapBatchEndpoint,
  rejectSapBatchEndpoint,
  takeSapBatchFileEndpoint,
} from '@kontor/contract/sap/sap.endpoints'
import { sapBatchCan, sapFormats, sapLimits } from '@kontor/contract/sap/sap.rules'
import {
  acknowledgeSapBatchSchemas,
  rejectSapBatchSchemas,
  takeSapBatchFileSchemas,
} from '@kontor/contract/sap/sap.schemas'
import type { SapBatch } from '@kontor/contract/sap/sap-batch.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { saveFile } from '../ui/save-file.ts'

interface FormProps {
  row: SapBatch
  onClose: () => void
}

export function TakeSapBatchFile({ row, onClose }: FormProps) {
  const { t } = useTranslation()
  const sends = sapBatchCan.send(row)
  const title = t(sends ? 'sap.send' : 'sap.take_again')
  return (
    <RecordForm
      endpoint={takeSapBatchFileEndpoint}
      body={takeSapBatchFileSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={title}
      opened
      onClose={onClose}
      initial={{ format: 'CSV' }}
      onDone={({ name, content }) => saveFile(new Blob([content], { type: 'text/plain' }), name)}
    >
      <Text size="sm">{t(sends ? 'sap.send_text' : 'sap.take_again_text')}</Text>
      <ChoiceField
        name="format"
        label={t('sap.format')}
        choices={sapFormats}
        textOf={(format) => t(`sap.formats.${format}`)}
        isRequired
      />
    </RecordForm>
  )
}

export function AcknowledgeSapBatch({ row, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={acknowledgeSapBatchEndpoint}
      body={acknowledgeSapBatchSchemas.body}
      params={{ id: row.id }}
      title={t('sap.acknowledge_title', { number: row.number })}
      verb={t('sap.acknowledge')}
      opened
      onClose={onClose}
      initial={{ sap_reference: '' }}
      onDone={() => notify({ color: 'green', message: t('sap.acknowledged') })}
    >
      <TextField
        name="sap_reference"
        description={t('sap.sap_reference_help')}
        maxLength={sapLimits.reference}
        autoFocus
        isRequired
      />
    </RecordForm>
  )
}

export function RejectSapBatch({ row, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={rejectSapBatchEndpoint}
      body={rejectSapBatchSchemas.body}
      params={{ id: row.id }}
      title={t('sap.reject_title', { number: row.number })}
      verb={t('sap.reject')}
      isDangerous
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('sap.rejected') })}
    >
      <Text size="sm">{t('sap.reject_text')}</Text>
      <TextField name="reason" maxLength={sapLimits.reason} autoFocus />
    </RecordForm>
  )
}
