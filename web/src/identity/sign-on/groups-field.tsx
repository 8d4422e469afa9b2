import '@mantine/core/styles/Fieldset.layer.css'
import { mostGroups } from '@kontor/contract/identity/sign-on/sign-on.rules'
import { grantableRoles, type Role, roleNamed } from '@kontor/contract/roles'
import { Button, Fieldset, Group, Input, Paper, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { ChooseBundle } from '../users/roles/choose-bundle.tsx'
import { RoleTree } from '../users/roles/role-tree.tsx'
import type { House } from './house.ts'

interface GroupRoles {
  group: string
  roles: string[]
}

/** The roles that each group of the issuer gives. */
export function GroupsField({ house }: { house: House }) {
  const { t } = useTranslation()
  const { value, set, input } = useField(
    { name: 'groups', label: t('sign_on.groups'), missing: t('sign_on.group_required') },
    'choosing',
  )
  const { errorOf } = useRecordForm()
  // The form holds what it was given, or what is set below.
  const groups = (Array.isArray(value) ? value : []) as GroupRoles[]
  const change = (at: number, to: Partial<GroupRoles>) =>
    set(groups.map((each, place) => (place === at ? { ...each, ...to } : each)))
  return (
    <Fieldset legend={t('sign_on.groups')} disabled={input.readOnly}>
      <Stack gap="sm">
        {input.error && <Input.Error role="alert">{input.error}</Input.Error>}
        {groups.map((each, at) => (
          <GroupRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a group has no name before it is typed
            key={at}
            house={house}
            of={each}
            problems={{ group: errorOf(`groups.${at}.group`), roles: errorOf(`groups.${at}.roles`) }}
            onChange={(to) => change(at, to)}
            onRemove={() => set(groups.filter((_, place) => place !== at))}
          />
        ))}
        {groups.length < mostGroups && (
          <Group>
            <Button variant="default" size="xs" onClick={() => set([...groups, { group: '', roles: [] }])}>
              {t('sign_on.group_add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

interface GroupRowProps {
  house: House
  of: GroupRoles
  problems: { group: ReactNode; roles: ReactNode }
  onChange: (to: Partial<GroupRoles>) => void
  onRemove: () => void
}

function GroupRow({ house, of, problems, onChange, onRemove }: GroupRowProps) {
  const { t } = useTranslation()
  const { roles: held } = useViewer()
  const kind = house === 'provider' ? 'provider' : 'merchant'
  const chosen = of.roles.map((name) => roleNamed(name)).filter((role): role is Role => role !== undefined)
  const choosing = {
    value: chosen,
    onChange: (roles: Role[]) => onChange({ roles }),
    grantable: grantableRoles(held, kind).filter((role) => role !== 'PSP_SUPER'),
  }
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <TextInput
          label={t('sign_on.group')}
          value={of.group}
          error={problems.group}
          maxLength={300}
          onChange={(event) => onChange({ group: event.currentTarget.value })}
        />
        {problems.roles && <Input.Error role="alert">{problems.roles}</Input.Error>}
        <ChooseBundle kind={kind} {...(house === 'provider' ? {} : { merchant: house.id })} {...choosing} />
        <RoleTree label={t('sign_on.group_roles', { group: of.group })} {...choosing} />
        <Group>
          <Button variant="default" size="xs" onClick={onRemove}>
            {t('sign_on.group_remove')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
