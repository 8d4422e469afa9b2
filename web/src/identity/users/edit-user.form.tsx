import { mfaRequirements } from '@kontor/contract/identity/mfa.rules'
import { languages } from '@kontor/contract/identity/session'
import { updateUserEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { providerUser, user } from '@kontor/contract/identity/users/user.entity'
import { updateUserSchemas } from '@kontor/contract/identity/users/user.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { type FormValues, RecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import type { AnyUser } from './any-user.ts'
import { DraftAccess } from './roles/draft-access.tsx'
import { RolesField } from './roles/roles-field.tsx'

/** Changes a user. What changed takes effect at their next request. */
export function EditUser({ row, onClose }: { row: AnyUser; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const of = row.merchant === null ? 'provider' : 'merchant'
  const [known] = useState<FormValues>(() => valuesOf(row))
  // A colleague may have changed meanwhile what this form leaves alone.
  const bodyOf = (values: FormValues): FormValues =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, known[name])))
  return (
    <RecordForm
      endpoint={updateUserEndpoint}
      body={updateUserSchemas.body}
      params={{ id: row.id }}
      title={t('users.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={known}
      bodyOf={bodyOf}
      present={
        row.organisation === null
          ? presentRow(providerUser, row.id, (now) => valuesOf({ ...now, organisation: null }))
          : presentRow(user, row.id, valuesOf)
      }
      onDone={() => notify({ color: 'green', message: t('users.saved', { name: row.name }) })}
    >
      <TextField name="name" maxLength={200} isRequired autoFocus />
      {row.organisation !== null && (
        <RelatedField
          name="organisation"
          target={organisation}
          query={{ merchant: row.merchant ?? '' }}
          description={t('users.organisation_help')}
          isRequired
        />
      )}
      <RolesField of={of} label={t('users.roles')} bundles={row.merchant === null ? {} : { merchant: row.merchant }} />
      <DraftAccess of={of} merchant={row.merchant} user={row.id} />
      <ChoiceField
        name="mfa_required"
        label={labels.field({ name: 'user' }, 'mfa_required')}
        description={t('users.mfa_required_help')}
        choices={mfaRequirements}
      />
      <ChoiceField name="language" choices={languages} description={t('users.language_help')} />
    </RecordForm>
  )
}

type Known = Pick<AnyUser, 'name' | 'organisation' | 'roles' | 'language' | 'mfa_required'>

const valuesOf = ({ name, organisation, roles, language, mfa_required }: Known): FormValues => ({
  ...{ name, roles, language, mfa_required },
  ...(organisation === null ? {} : { organisation }),
})

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((each) => other.includes(each))
    : one === other
