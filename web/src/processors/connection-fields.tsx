import { organisation } from '@kontor/contract/organisations/organisation.entity'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { processorUsersEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { LongTextField, TextField, useField } from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { OptionsNotRead, useNothingFound } from '../platform/form/options-not-read.tsx'
import { type FormValues, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'

/** A refusal that the fields of the credential show. */
export const isOfCredential = ({ details = {} }: { details?: object }): boolean =>
  Object.keys(details).some((path) => path.startsWith('body.details.'))

interface NamedFieldsProps {
  merchant?: string
  /** The organisation of a connection that exists. While it stays there, its user stays unless another one is chosen. */
  from?: string
  /** The user of a connection that exists, once it is read. */
  user?: { name: string } | null | undefined
}

/** True: a connection that exists moves to another organisation, so that its user has to be chosen anew (001, section 5). */
export const lacksUser = (from: string, { organisation: to, user }: FormValues): boolean => to !== from && user === ''

export function NamedFields({ merchant, from, user }: NamedFieldsProps) {
  const { form } = useRecordForm()
  return (
    <>
      <FieldGrid>
        <TextField name="name" maxLength={200} autoFocus />
        <RelatedField
          name="organisation"
          target={organisation}
          isRequired
          query={{ _sort: 'name', ...(merchant ? { merchant } : {}) }}
          // Users belong to organisations (001, section 5).
          onChosen={() => form.setFieldValue('user', '')}
        />
        <UserField keepsUser={from !== undefined && form.values['organisation'] === from} kept={user?.name} />
      </FieldGrid>
      <LongTextField name="description" rows={2} />
    </>
  )
}

/** The person at the merchant who looks after the account at the gateway. */
function UserField({ keepsUser, kept }: { keepsUser: boolean; kept: string | undefined }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const chosen = form.values['organisation']
  const place = typeof chosen === 'string' ? chosen : ''
  const reading = useRead(processorUsersEndpoint, { query: { seen_by: place }, enabled: place !== '' })
  const nothing = useNothingFound(reading)
  const { value, set, input } = useField(
    { name: 'user', isRequired: !keepsUser, disabled: place === '', description: t('processors.user_help') },
    'choosing',
  )
  return (
    <div>
      <Select
        {...input}
        data={reading.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        searchable
        openOnFocus={false}
        // Another one may be taken back while the present one stays.
        allowDeselect={keepsUser}
        placeholder={
          !keepsUser ? t('form.choose') : kept ? t('processors.user_stays', { name: kept }) : t('processors.unchanged')
        }
        nothingFoundMessage={nothing}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(user) => set(user ?? '')}
      />
      <OptionsNotRead {...reading} />
    </div>
  )
}

interface GatewayFieldProps {
  gateways: readonly GatewayDescription[]
  onChosen: (chosen: GatewayDescription) => void
}

export function GatewayField({ gateways, onChosen }: GatewayFieldProps) {
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

export function ModeField({ modes }: { modes: readonly string[] }) {
  const { t } = useTranslation(['main', 'fields'])
  const { value, set, input } = useField({ name: 'mode' }, 'choosing')
  const textOf = (mode: string) => t(mode === 'live' ? 'fields:mode.live' : 'fields:mode.test')
  return (
    <Select
      {...input}
      data={modes.map((mode) => ({ value: mode, label: textOf(mode) }))}
      allowDeselect={false}
      value={typeof value === 'string' ? value : null}
      onChange={(mode) => mode !== null && set(mode)}
    />
  )
}
