import '@mantine/core/styles/Fieldset.layer.css'
import {
  createRoleBundleEndpoint,
  listRoleBundlesEndpoint,
  updateRoleBundleEndpoint,
} from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import type { BundleKind } from '@kontor/contract/identity/bundles/role-bundle.rules'
import { createRoleBundleSchemas, updateRoleBundleSchemas } from '@kontor/contract/identity/bundles/role-bundle.schemas'
import { grantableRoles, roleNamed } from '@kontor/contract/roles'
import { Fieldset, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField, TextField, useField } from '../../../platform/form/fields.tsx'
import { RecordForm } from '../../../platform/form/record-form.tsx'
import { presentOf } from '../../../platform/form/use-meanwhile.ts'
import { notify } from '../../../platform/notify.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { ChooseBundle } from './choose-bundle.tsx'
import { RoleTree } from './role-tree.tsx'
import type { Bundle } from './use-bundles.ts'

interface FormProps {
  kind: BundleKind
  onClose: () => void
}

export function CreateBundle({ kind, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createRoleBundleEndpoint}
      body={createRoleBundleSchemas.body}
      title={t('bundles.add')}
      verb={t('bundles.add')}
      opened
      onClose={onClose}
      initial={{ name: '', description: '', roles: [] }}
      onDone={({ name }) => notify({ color: 'green', message: t('bundles.saved', { name }) })}
    >
      <Fields kind={kind} isNew />
    </RecordForm>
  )
}

const valuesOf = ({ name, description, roles }: Omit<Bundle, 'id' | 'roles'> & { roles: readonly string[] }) => ({
  ...{ name, description: description ?? '', roles },
})

export function EditBundle({ kind, row, onClose }: FormProps & { row: Bundle }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={updateRoleBundleEndpoint}
      body={updateRoleBundleSchemas.body}
      params={{ id: row.id }}
      title={t('bundles.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={valuesOf(row)}
      present={presentOf(listRoleBundlesEndpoint, {}, (rows) => valuesOf(rows.find(({ id }) => id === row.id) ?? row))}
      onDone={({ name }) => notify({ color: 'green', message: t('bundles.saved', { name }) })}
    >
      <Fields kind={kind} />
    </RecordForm>
  )
}

interface FieldsProps {
  kind: BundleKind
  /** A new bundle may begin with the roles of another one. */
  isNew?: boolean
}

function Fields({ kind, isNew = false }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="name" label={t('bundles.name')} maxLength={80} autoFocus />
      <LongTextField name="description" maxLength={300} rows={2} />
      <RolesField kind={kind} isNew={isNew} />
    </>
  )
}

function RolesField({ kind, isNew }: Required<FieldsProps>) {
  const { t } = useTranslation()
  const { roles: held } = useViewer()
  const { value, set, input } = useField(
    { name: 'roles', label: t('api_settings.roles'), missing: t('form.role_required') },
    'choosing',
  )
  const named = Array.isArray(value) ? value.map((name) => roleNamed(String(name))) : []
  const chosen = named.filter((role) => role !== undefined)
  const grantable = grantableRoles(held, kind)
  return (
    <Fieldset variant="unstyled" disabled={input.readOnly}>
      <Stack gap="md">
        {isNew && (
          <ChooseBundle label={t('bundles.begin')} kind={kind} value={chosen} onChange={set} grantable={grantable} />
        )}
        {input.error && (
          <Text size="sm" c="red" role="alert">
            {input.error}
          </Text>
        )}
        <RoleTree label={input.label} value={chosen} onChange={set} grantable={grantable} />
      </Stack>
    </Fieldset>
  )
}
