import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import {
  createProcessorEndpoint,
  processorSetupEndpoint,
  updateProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { type Processor, processor } from '@kontor/contract/processors/processor.entity'
import { createProcessorSchemas, updateProcessorSchemas } from '@kontor/contract/processors/processor.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { changedValues } from '../platform/form/changed-values.ts'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { lacksUser, NamedFields } from './connection-fields.tsx'
import { ProcessorCredentialFields } from './credentials/credential-fields.tsx'
import { fieldOf, fieldsFor } from './credentials/credential-values.ts'
import { NotificationAddress } from './notification-address.tsx'
import { OpeningFields } from './opening-fields.tsx'
import type { ProcessorRow } from './processor-row.ts'
import { useConnecting, useMayLack } from './use-connecting.ts'
import { chosenOf, WithGateways } from './with-gateways.tsx'

interface CreateProps {
  onClose: () => void
}

/** Connects a payment product of a gateway: its names, and the credential with the fields of its manifest. */
export function CreateProcessor({ onClose }: CreateProps) {
  const { t } = useTranslation()
  return (
    <WithGateways title={t('processors.add')} isUsable={() => true} onClose={onClose}>
      {(gateways, first) => <CreateForm gateways={gateways} first={first} onClose={onClose} />}
    </WithGateways>
  )
}

interface CreateFormProps extends CreateProps {
  gateways: readonly GatewayDescription[]
  first: GatewayDescription
}

function CreateForm({ gateways, first, onClose }: CreateFormProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const everyField = [...new Set(gateways.flatMap(({ credential }) => credential.map(fieldOf)))]
  const connecting = useConnecting({
    names: everyField,
    fieldsOf: (values) => fieldsFor(chosenOf(gateways, values)?.credential ?? [], values['mode']),
    untested: (name) => t('processors.created_untested', { name }),
  })
  return (
    <RecordForm
      endpoint={createProcessorEndpoint}
      body={createProcessorSchemas.body}
      title={t('processors.add')}
      verb={t('processors.add')}
      opened
      onClose={onClose}
      initial={{
        ...{ name: '', organisation: own, user: '', description: '', payment_product: '', notification_url: '' },
        ...{ gateway: first.name, mode: String(first.modes[0]) },
        ...Object.fromEntries(everyField.map((name) => [name, ''])),
      }}
      {...connecting}
    >
      <NamedFields />
      <OpeningFields
        gateways={gateways}
        secrets={everyField}
        choice={{ name: 'payment_product', choicesOf: productsOf, firstOf: () => '' }}
      >
        {(gateway) => <CredentialOf gateway={gateway} />}
      </OpeningFields>
    </RecordForm>
  )
}

export function EditProcessor({ row, onClose }: { row: ProcessorRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const [opened] = useState(() => ({ ...valuesOf(row), user: '' }))
  const { data: setup } = useRead(processorSetupEndpoint, { params: { id: row.id }, enabled: !row.shared })
  return (
    <RecordForm
      endpoint={updateProcessorEndpoint}
      body={updateProcessorSchemas.body}
      params={{ id: row.id }}
      title={t('processors.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(processor, row.id, valuesOf)}
      problems={({ values }) => ({
        user: lacksUser(opened.organisation, values) ? t('form_validation.required') : null,
      })}
      onDone={() => notify({ color: 'green', message: t('processors.saved') })}
    >
      <NamedFields merchant={row.merchant} from={opened.organisation} user={setup?.user} />
    </RecordForm>
  )
}

const valuesOf = ({ name, description, organisation }: Processor | ProcessorRow) => ({
  ...{ name, description: description ?? '', organisation: idOf(organisation) },
})

const productsOf = ({ products }: GatewayDescription) => products.map(({ payment_product }) => payment_product)

function CredentialOf({ gateway }: { gateway: GatewayDescription }) {
  const { t } = useTranslation()
  const mayLack = useMayLack()
  const { form } = useRecordForm()
  const mode = form.values['mode'] === 'live' ? 'live' : 'test'
  return (
    <>
      <NotificationAddress gateway={gateway} />
      {mayLack && <Text size="sm">{t('processors.may_lack')}</Text>}
      <ProcessorCredentialFields
        key={gateway.name}
        fields={fieldsFor(gateway.credential, mode)}
        mayLack={mayLack}
        asking={{ gateway: gateway.name, mode }}
      />
    </>
  )
}
