import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { createProcessorEndpoint, updateProcessorEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { createProcessorSchemas, updateProcessorSchemas } from '@kontor/contract/processors/processor.schemas'
import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { changedValues } from '../platform/form/changed-values.ts'
import { ChoiceField } from '../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { GatewayField, isOfCredential, ModeField, NamedFields, spaced } from './connection-fields.tsx'
import { ProcessorCredentialFields, useCredentialProblems } from './credential-fields.tsx'
import { fieldOf, typedDetails } from './credential-values.ts'
import type { ProcessorRow } from './processor-row.ts'

interface CreateProps {
  onClose: () => void
}

/** Connects a payment product of a gateway: its names, and the credential with the fields of its manifest. */
export function CreateProcessor({ onClose }: CreateProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(gatewaysEndpoint)
  const gateways = data?.filter(({ modes }) => modes.length > 0)
  const [first] = gateways ?? []
  if (gateways && first) return <CreateForm gateways={gateways} first={first} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t('processors.add')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      {gateways ? (
        <Text size="sm">{t('processors.no_gateway')}</Text>
      ) : (
        <NotYet error={error} refetch={refetch} height={320} />
      )}
    </Modal>
  )
}

interface CreateFormProps extends CreateProps {
  gateways: readonly GatewayDescription[]
  first: GatewayDescription
}

function CreateForm({ gateways, first, onClose }: CreateFormProps) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const own = useOwnOrganisation()
  const everyField = [...new Set(gateways.flatMap(({ credential }) => credential.map(fieldOf)))]
  const fieldsOf = (values: FormValues) => chosenOf(gateways, values)?.credential ?? []
  const problemsOf = useCredentialProblems()
  return (
    <RecordForm
      endpoint={createProcessorEndpoint}
      body={createProcessorSchemas.body}
      title={t('processors.add')}
      verb={t('processors.add')}
      opened
      onClose={onClose}
      initial={{
        ...{ name: '', organisation: own, user: '', description: '', payment_product: '' },
        ...{ gateway: first.name, mode: String(first.modes[0]) },
        ...Object.fromEntries(everyField.map((name) => [name, ''])),
      }}
      bodyOf={(values) => ({
        ...Object.fromEntries(Object.entries(values).filter(([name]) => !everyField.includes(name))),
        details: typedDetails(fieldsOf(values), values),
      })}
      problems={({ values }) => problemsOf(fieldsOf(values), values, values['mode'])}
      isSaid={isOfCredential}
      secrets={everyField}
      onDone={({ name, account }) =>
        notify(
          account
            ? { color: 'green', message: t('processors.created', { name: String(name), account: String(account) }) }
            : { color: 'yellow', message: t('processors.created_untested', { name: String(name) }), isLasting: true },
        )
      }
      goOn={({ id }) => open(String(id))}
    >
      <NamedFields />
      <GatewayFields gateways={gateways} secrets={everyField} />
    </RecordForm>
  )
}

/** The gateway that is chosen now: a draft may have brought another one than the first. */
const chosenOf = (gateways: readonly GatewayDescription[], { gateway }: FormValues) =>
  gateways.find(({ name }) => name === gateway)

export function EditProcessor({ row, onClose }: { row: ProcessorRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, description } = row
  const [opened] = useState({ name, description: description ?? '', organisation: idOf(row.organisation), user: '' })
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
      bodyOf={(values) => changedValues(opened, { ...values, ...spaced(values, 'name', 'description') })}
      onDone={() => notify({ color: 'green', message: t('processors.saved') })}
    >
      <NamedFields merchant={row.merchant} keepsUser />
    </RecordForm>
  )
}

interface GatewayFieldsProps {
  gateways: readonly GatewayDescription[]
  /** The fields of the credentials of all gateways. */
  secrets: readonly string[]
}

function GatewayFields({ gateways, secrets }: GatewayFieldsProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const gateway = chosenOf(gateways, form.values)
  return (
    <FormPart title={t('processors.tab_connection')}>
      <FieldGrid>
        <GatewayField
          gateways={gateways}
          onChosen={({ modes }) => {
            form.setFieldValue('mode', modes[0] ?? 'test')
            form.setFieldValue('payment_product', '')
            // A key of one gateway is nothing for another one to see.
            for (const name of secrets) form.setFieldValue(name, '')
          }}
        />
        <ModeField modes={gateway?.modes ?? []} />
        <ChoiceField
          name="payment_product"
          choices={gateway?.products.map(({ payment_product }) => payment_product) ?? []}
        />
      </FieldGrid>
      {gateway && (
        <ProcessorCredentialFields
          key={gateway.name}
          fields={gateway.credential}
          asking={{ gateway: gateway.name, mode: form.values['mode'] === 'live' ? 'live' : 'test' }}
        />
      )}
    </FormPart>
  )
}
