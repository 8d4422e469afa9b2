import { organisation } from '@kontor/contract/organisations/organisation.entity'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import {
  createProcessorEndpoint,
  processorUsersEndpoint,
  updateProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { createProcessorSchemas, updateProcessorSchemas } from '@kontor/contract/processors/processor.schemas'
import { Modal, Select, SimpleGrid, Text, Title } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { changedValues } from '../platform/form/changed-values.ts'
import { ChoiceField, LongTextField, TextField, useField } from '../platform/form/fields.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related-field.tsx'
import { useListAddress } from '../platform/list/use-list-address.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { useGateways } from '../platform/value/use-gateways.tsx'
import { CredentialFields, useCredentialProblems } from './credential-fields.tsx'
import { fieldOf, typedDetails } from './credential-values.ts'
import type { ProcessorRow } from './processor-row.ts'

interface CreateProps {
  onClose: () => void
}

/** Connects a payment product of a gateway: its names, and the credential with the fields of its manifest. */
export function CreateProcessor({ onClose }: CreateProps) {
  const { t } = useTranslation()
  const known = useGateways()
  const gateways = known?.filter(({ modes }) => modes.length > 0)
  const [first] = gateways ?? []
  if (gateways && first) return <CreateForm gateways={gateways} first={first} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t('processors.add')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      {gateways ? (
        <Text size="sm">{t('processors.no_gateway')}</Text>
      ) : (
        <NotYet error={null} refetch={() => {}} height={320} />
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
  const gatewayOf = ({ gateway }: FormValues) => gateways.find(({ name }) => name === gateway)
  const everyField = [...new Set(gateways.flatMap(({ credential }) => credential.map(fieldOf)))]
  const [chosen, setChosen] = useState({ gateway: first.name, mode: String(first.modes[0]) })
  const problemsOf = useCredentialProblems(gatewayOf(chosen)?.credential ?? [], chosen.mode, false)
  return (
    <RecordForm
      endpoint={createProcessorEndpoint}
      body={createProcessorSchemas.body}
      title={t('processors.add')}
      verb={t('processors.add')}
      opened
      onClose={onClose}
      initial={{
        ...{ name: '', organisation: own, user: '', description: '', ...chosen, payment_product: '' },
        ...Object.fromEntries(everyField.map((name) => [name, ''])),
      }}
      bodyOf={(values) => ({
        ...Object.fromEntries(Object.entries(values).filter(([name]) => !everyField.includes(name))),
        details: typedDetails(gatewayOf(values)?.credential ?? [], values),
      })}
      problems={({ values }) => problemsOf(values)}
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
      <GatewayFields gateways={gateways} onChosen={setChosen} />
    </RecordForm>
  )
}

/** A refusal that the fields of the credential show. */
const isOfCredential = ({ details = {} }: { details?: object }): boolean =>
  Object.keys(details).some((path) => path.startsWith('body.details.'))

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
      // An emptied text is sent as a space, so that the server refuses it instead of keeping the old one.
      bodyOf={(values) => changedValues(opened, { ...values, ...spaced(values, 'name', 'description') })}
      onDone={() => notify({ color: 'green', message: t('processors.saved') })}
    >
      <NamedFields merchant={row.merchant} keepsUser />
    </RecordForm>
  )
}

const spaced = (values: FormValues, ...names: string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] === '' ? ' ' : values[name]]))

function NamedFields({ merchant, keepsUser = false }: { merchant?: string; keepsUser?: boolean }) {
  const { form } = useRecordForm()
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextField name="name" maxLength={200} autoFocus />
        <RelatedField
          name="organisation"
          target={organisation}
          isRequired
          query={{ _sort: 'name', ...(merchant ? { merchant } : {}) }}
          // Users belong to organisations (001, section 5).
          onChosen={() => form.setFieldValue('user', '')}
        />
        <UserField keepsUser={keepsUser} />
      </SimpleGrid>
      <LongTextField name="description" rows={2} />
    </>
  )
}

/** The person at the merchant who looks after the account at the gateway. */
function UserField({ keepsUser }: { keepsUser: boolean }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const chosen = form.values['organisation']
  const place = typeof chosen === 'string' ? chosen : ''
  const { data = [] } = useRead(processorUsersEndpoint, { query: { seen_by: place }, enabled: place !== '' })
  const { value, set, input } = useField(
    { name: 'user', isRequired: !keepsUser, disabled: place === '', description: t('processors.user_help') },
    'choosing',
  )
  return (
    <Select
      {...input}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      openOnFocus={false}
      placeholder={t(keepsUser ? 'processors.unchanged' : 'form.choose')}
      nothingFoundMessage={t('form.no_options')}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(user) => set(user ?? '')}
    />
  )
}

interface GatewayFieldsProps {
  gateways: readonly GatewayDescription[]
  onChosen: (chosen: { gateway: string; mode: string }) => void
}

function GatewayFields({ gateways, onChosen }: GatewayFieldsProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { gateway: name, mode } = form.values
  const gateway = gateways.find((each) => each.name === name)
  const { set: setMode } = useField({ name: 'mode' })
  return (
    <section aria-label={t('processors.tab_connection')}>
      <Title order={3} fz="sm" mb="xs">
        {t('processors.tab_connection')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
        <GatewayField
          gateways={gateways}
          onChosen={(chosen) => {
            const first = chosen.modes[0] ?? 'test'
            setMode(first)
            form.setFieldValue('payment_product', '')
            onChosen({ gateway: chosen.name, mode: first })
          }}
        />
        <ModeField
          modes={gateway?.modes ?? []}
          onChosen={(chosen) => onChosen({ gateway: String(name), mode: chosen })}
        />
        <ChoiceField
          name="payment_product"
          choices={gateway?.products.map(({ payment_product }) => payment_product) ?? []}
        />
      </SimpleGrid>
      {gateway && (
        <CredentialFields
          key={gateway.name}
          fields={gateway.credential}
          asking={{ gateway: gateway.name, mode: mode === 'live' ? 'live' : 'test' }}
        />
      )}
    </section>
  )
}

interface GatewayFieldProps {
  gateways: readonly GatewayDescription[]
  onChosen: (chosen: GatewayDescription) => void
}

function GatewayField({ gateways, onChosen }: GatewayFieldProps) {
  const { value, set, input } = useField({ name: 'gateway' }, 'choosing')
  return (
    <Select
      {...input}
      data={gateways.map(({ name, label }) => ({ value: name, label }))}
      allowDeselect={false}
      value={typeof value === 'string' ? value : null}
      onChange={(name) => {
        const chosen = gateways.find((each) => each.name === name)
        if (!chosen) return
        set(chosen.name)
        onChosen(chosen)
      }}
    />
  )
}

function ModeField({ modes, onChosen }: { modes: readonly string[]; onChosen: (mode: string) => void }) {
  const { t } = useTranslation(['main', 'fields'])
  const { value, set, input } = useField({ name: 'mode' }, 'choosing')
  const textOf = (mode: string) => t(mode === 'live' ? 'fields:mode.live' : 'fields:mode.test')
  return (
    <Select
      {...input}
      data={modes.map((mode) => ({ value: mode, label: textOf(mode) }))}
      allowDeselect={false}
      value={typeof value === 'string' ? value : null}
      onChange={(mode) => {
        if (mode === null) return
        set(mode)
        onChosen(mode)
      }}
    />
  )
}
