import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { prepareProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { prepareProcessorCredentialSchemas } from '@kontor/contract/processors/processor.schemas'
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import { isOfCredential } from '../connection-fields.tsx'
import type { ProcessorRow } from '../processor-row.ts'
import { ProcessorCredentialFields, useCredentialProblems } from './credential-fields.tsx'
import { fieldOf, fieldsFor, typedDetails } from './credential-values.ts'
import { GivenFields } from './given-fields.tsx'

interface PrepareCredentialProps {
  row: ProcessorRow
  gateway: GatewayDescription
  /** The number of the last change that was shown. */
  version: number
  /** True: a second credential stands already, and is replaced. */
  replaces: boolean
  onClose: () => void
}

/** Prepares a credential beside the one in use. Nothing is paid with it until somebody switches to it. */
export function PrepareCredential({ row, gateway, version, replaces, onClose }: PrepareCredentialProps) {
  const { t } = useTranslation()
  const { psp } = useViewer()
  // It replaces what was seen when the form opened.
  const [seen] = useState(version)
  const fields = fieldsFor(gateway.credential, row.mode)
  const names = fields.map(fieldOf)
  const problemsOf = useCredentialProblems()
  return (
    <RecordForm
      endpoint={prepareProcessorCredentialEndpoint}
      body={prepareProcessorCredentialSchemas.body}
      params={{ id: row.id }}
      title={t('processors.prepare_title', { name: row.name })}
      verb={t('processors.prepare')}
      size="md"
      opened
      onClose={onClose}
      initial={Object.fromEntries(names.map((name) => [name, '']))}
      bodyOf={(values) => ({ version: seen, details: typedDetails(fields, values) })}
      problems={({ values }) => ({
        ...problemsOf(fields, values),
        details: typedDetails(fields, values).length === 0 ? t('processors.nothing_typed') : null,
      })}
      isSaid={isOfCredential}
      secrets={names}
      onDone={() => notify({ color: 'green', message: t('processors.prepared') })}
    >
      <Text size="sm">{t(psp ? 'processors.prepare_text' : 'processors.prepare_text_merchant')}</Text>
      {!psp && <GivenFields row={row} gateway={gateway} />}
      {replaces && <Alert color="yellow">{t('processors.prepare_replaces')}</Alert>}
      <ProcessorCredentialFields
        fields={fields}
        asking={{ gateway: gateway.name, mode: row.mode, processor: row.id }}
        keeps
      />
    </RecordForm>
  )
}
