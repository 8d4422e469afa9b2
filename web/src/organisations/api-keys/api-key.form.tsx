import { createApiKeyEndpoint, updateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { type ApiKey, apiKey } from '@kontor/contract/organisations/api-keys.entity'
import { longestLife_days } from '@kontor/contract/organisations/api-keys.rules'
import {
  createApiKeySchemas,
  type NewApiKey,
  updateApiKeySchemas,
} from '@kontor/contract/organisations/api-keys.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { lackedRoles, roleNamed } from '@kontor/contract/roles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RolesField } from '../../identity/users/roles/roles-field.tsx'
import { useScope } from '../../platform/api/scope.ts'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { dayAhead } from '../../platform/form/dates/day-ahead.ts'
import { ChoiceField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import { typedNetworks } from '../typed-networks.ts'
import { accesses, accessOf, isSame, presets } from './api-key-access.ts'
import { ApiKeySecret } from './api-key-secret.tsx'

const lifetimes = ['never', '30', '90', '365', 'date'] as const

interface CreateApiKeyProps {
  opened: boolean
  onClose: () => void
}

/** Creates a key and shows its secret once. */
export function CreateApiKey({ opened, onClose }: CreateApiKeyProps) {
  const { t } = useTranslation()
  const { merchant } = useViewer()
  const scope = useScope()
  const mayPass = useMayPass()
  const [made, setMade] = useState<NewApiKey>()
  return (
    <>
      <RecordForm
        endpoint={createApiKeyEndpoint}
        body={createApiKeySchemas.body}
        title={t('api_settings.add_title')}
        verb={t('api_settings.add_verb')}
        size="md"
        opened={opened}
        onClose={onClose}
        initial={{
          name: '',
          organisation: scope.organisation ?? scope.merchant ?? merchant ?? '',
          access: mayPass('payments') ? 'payments' : 'chosen',
          roles: mayPass('payments') ? presets.payments : [],
          lifetime: '365',
          expires_at: '',
          allowed_ips: '',
        }}
        bodyOf={({ access, lifetime, expires_at, ...values }) => ({
          ...values,
          roles: rolesOf(access, values['roles']),
          ...(lifetime === 'date' ? { expires_at } : lifetime === 'never' ? {} : { expires_in_days: Number(lifetime) }),
          allowed_ips: typedNetworks(values['allowed_ips']) ?? '',
        })}
        problems={({ values }) => ({
          expires_at: values['lifetime'] === 'date' && !values['expires_at'] ? t('form_validation.required') : null,
        })}
        onDone={setMade}
      >
        <TextField name="name" maxLength={100} autoFocus description={t('api_settings.name_help')} />
        <RelatedField name="organisation" target={organisation} description={t('api_keys.organisation_help')} />
        <AccessFields />
        <ChoiceField
          name="lifetime"
          label={t('api_settings.lifetime')}
          choices={lifetimes}
          textOf={(choice) => t(`api_settings.lifetime_choice.${choice}`)}
        />
        <ExpiryField />
        <NetworksField />
      </RecordForm>
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

const valuesOf = (row: EditedKey) => ({
  name: row.name,
  access: accessOf(row.roles),
  roles: row.roles.map(roleNamed).filter((role) => role !== undefined),
  allowed_ips: (row.allowed_ips ?? []).join('\n'),
})

/** Changes the name, the roles and the networks of a key. */
export function EditApiKey({ row, onClose }: { row: EditedKey; onClose: () => void }) {
  const { t } = useTranslation()
  const [opened] = useState(() => valuesOf(row))
  // A colleague may have changed meanwhile what this form leaves alone.
  const bodyOf = ({ name, access, roles, allowed_ips }: FormValues): FormValues => {
    const wanted = rolesOf(access, roles)
    const networks = typedNetworks(allowed_ips)
    return {
      ...(name === opened.name ? {} : { name }),
      ...(Array.isArray(wanted) && isSame(wanted, opened.roles) ? {} : { roles: wanted }),
      ...(isSame(networks ?? [], row.allowed_ips ?? []) ? {} : { allowed_ips: networks }),
    }
  }
  return (
    <RecordForm
      endpoint={updateApiKeyEndpoint}
      body={updateApiKeySchemas.body}
      params={{ id: row.id }}
      title={t('api_keys.edit_title', { name: row.name })}
      verb={t('action.save')}
      size="md"
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={bodyOf}
      present={presentRow(apiKey, row.id, valuesOf)}
      onDone={({ name }) => notify({ color: 'green', message: t('api_keys.saved', { name }) })}
    >
      <TextField name="name" maxLength={100} isRequired autoFocus description={t('api_settings.name_help')} />
      <AccessFields />
      <NetworksField />
    </RecordForm>
  )
}

type EditedKey = Pick<ApiKey, 'id' | 'name' | 'roles' | 'allowed_ips'>

/** The presets that the viewer may pass on; for all others, the roles area by area. */
function AccessFields() {
  const { t } = useTranslation()
  const { access } = useFormValues()
  const mayPass = useMayPass()
  return (
    <>
      <ChoiceField
        name="access"
        label={t('api_settings.access')}
        choices={accesses.filter((choice) => choice === access || mayPass(choice))}
        textOf={(choice) => t(`api_settings.access_choice.${choice}`)}
      />
      {access === 'chosen' && <RolesField of="merchant" label={t('api_settings.roles')} />}
    </>
  )
}

/** The last day of the key, for whoever wants another than is offered. */
function ExpiryField() {
  const { t } = useTranslation()
  const { lifetime } = useFormValues()
  const { time_zone } = useViewer()
  if (lifetime !== 'date') return null
  const dayAfter = (days: number) => dayAhead(days, new Date(), time_zone)
  return (
    <DayField
      name="expires_at"
      label={t('api_keys.last_day')}
      description={t('api_keys.expires_help')}
      earliest={dayAfter(0)}
      latest={dayAfter(longestLife_days - 1)}
      isRequired
    />
  )
}

function NetworksField() {
  const { t } = useTranslation()
  return (
    <LongTextField
      name="allowed_ips"
      label={t('api_settings.allowed_ips')}
      description={t('api_settings.allowed_ips_help')}
      rows={2}
      maxLength={2000}
    />
  )
}

function useMayPass() {
  const { roles } = useViewer()
  return (access: (typeof accesses)[number]) => lackedRoles(roles, presets[access] ?? []).length === 0
}

const rolesOf = (access: unknown, chosen: unknown): unknown =>
  presets[accesses.find((each) => each === access) ?? 'chosen'] ?? chosen
