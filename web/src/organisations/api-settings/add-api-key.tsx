import { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { createApiKeySchemas, type NewApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { describeRole } from '@kontor/contract/role-descriptions'
import { merchantRoles, type Role } from '@kontor/contract/roles'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import { ChoiceField, ChoicesField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related-field.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { useViewer } from '../../platform/viewer.ts'
import { ApiKeySecret } from './api-key-secret.tsx'

const accesses = ['payments', 'reading', 'everything', 'chosen'] as const

/** Role sets that suit most programs. All other sets are chosen role by role. */
const presets: Readonly<Record<(typeof accesses)[number], readonly Role[] | undefined>> = {
  payments: ['TRANSACTION_ALL', 'REFUND_ALL', 'CUSTOMER_ALL', 'PAYMENT_LINK_ALL'],
  reading: merchantRoles.filter((role) => role.endsWith('_LIST')),
  everything: ['USER_ALL'],
  chosen: undefined,
}
const lifetimes = ['never', '30', '90', '365'] as const

export function AddApiKey() {
  const { t } = useTranslation()
  const { merchant } = useViewer()
  const scope = useScope()
  const [opened, setOpened] = useState(useHasDraft(draftName(createApiKeyEndpoint)))
  const [made, setMade] = useState<NewApiKey>()
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('api_settings.add')}
      </Button>
      <RecordForm
        endpoint={createApiKeyEndpoint}
        body={createApiKeySchemas.body}
        title={t('api_settings.add_title')}
        verb={t('api_settings.add_verb')}
        size="md"
        opened={opened}
        onClose={() => setOpened(false)}
        initial={{
          name: '',
          organisation: scope.organisation ?? scope.merchant ?? merchant ?? '',
          access: 'payments',
          roles: [],
          lifetime: '365',
          allowed_ips: '',
        }}
        bodyOf={bodyOf}
        onDone={setMade}
      >
        <Inputs />
      </RecordForm>
      <ApiKeySecret made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

function bodyOf({ access, roles, lifetime, allowed_ips, ...plain }: FormValues): FormValues {
  const places = String(allowed_ips ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
  return {
    ...plain,
    roles: presets[accesses.find((each) => each === access) ?? 'chosen'] ?? roles,
    expires_in_days: lifetime === 'never' ? '' : Number(lifetime),
    allowed_ips: places.length > 0 ? places : '',
  }
}

function Inputs() {
  const { t, i18n } = useTranslation()
  const { access } = useFormValues()
  const language = i18n.language === 'nl' ? 'nl' : 'en-US'
  return (
    <>
      <TextField name="name" maxLength={100} autoFocus description={t('api_settings.name_help')} />
      <RelatedField name="organisation" target={organisation} />
      <ChoiceField
        name="access"
        label={t('api_settings.access')}
        choices={accesses}
        textOf={(choice) => t(`api_settings.access_choice.${choice}`)}
      />
      {access === 'chosen' && (
        <ChoicesField
          name="roles"
          label={t('api_settings.roles')}
          choices={merchantRoles}
          textOf={(role) => describeRole(role, language)}
        />
      )}
      <ChoiceField
        name="lifetime"
        label={t('api_settings.lifetime')}
        choices={lifetimes}
        textOf={(choice) => t(`api_settings.lifetime_choice.${choice}`)}
      />
      <LongTextField
        name="allowed_ips"
        label={t('api_settings.allowed_ips')}
        description={t('api_settings.allowed_ips_help')}
        rows={2}
        maxLength={2000}
      />
    </>
  )
}
