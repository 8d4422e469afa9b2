import { grantableRoles, type Role, roleNamed } from '@kontor/contract/roles'
import { Fieldset, Input, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../platform/form/fields.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { ChooseBundle } from './choose-bundle.tsx'
import { RoleTree } from './role-tree.tsx'

interface RolesFieldProps {
  of: 'merchant' | 'provider'
  label: string
  /** Bundles fill in the roles of a user of this merchant; default: of the one in view. */
  bundles?: { merchant?: string }
}

/** The roles of a user or a key. Nobody gives roles that they lack, and a merchant's user gets no role of the provider. */
export function RolesField({ of, label, bundles }: RolesFieldProps) {
  const { t } = useTranslation()
  const { roles: held } = useViewer()
  const { value, set, input } = useField({ name: 'roles', label, missing: t('form.role_required') }, 'choosing')
  const named = (Array.isArray(value) ? value : []).map((each) => roleNamed(String(each)))
  const choosing = {
    value: named.filter((role): role is Role => role !== undefined),
    onChange: set,
    grantable: grantableRoles(held, of),
  }
  return (
    <Fieldset variant="unstyled" disabled={input.readOnly}>
      {input.error && (
        <Input.Error mb="xs" role="alert">
          {input.error}
        </Input.Error>
      )}
      <Stack gap="sm">
        {bundles && <ChooseBundle kind={of} {...bundles} {...choosing} />}
        <RoleTree label={label} {...choosing} />
      </Stack>
    </Fieldset>
  )
}
