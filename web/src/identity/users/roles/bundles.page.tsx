import { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import { roleBundle } from '@kontor/contract/identity/bundles/role-bundle'
import {
  createRoleBundleEndpoint,
  deleteRoleBundleEndpoint,
  updateRoleBundleEndpoint,
} from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import type { BundleKind } from '@kontor/contract/identity/bundles/role-bundle.rules'
import { providerUserRoles, userRoles } from '@kontor/contract/identity/users/user.rules'
import { Button, Text } from '@mantine/core'
import { IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../platform/api/scope.ts'
import { ConfirmCommand } from '../../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../../platform/form/use-draft.ts'
import { IfMay } from '../../../platform/if-may.tsx'
import { NotYet } from '../../../platform/not-yet.tsx'
import { HistoryBelow } from '../../../platform/panel/history-tab.tsx'
import { useScreen } from '../../../platform/screen/use-screen.ts'
import { useLanguage } from '../../../platform/value/language.ts'
import { useMay, useViewer } from '../../../platform/viewer.ts'
import { FieldList } from '../../../ui/field-list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import typography from '../../../ui/words/typography.module.css'
import styles from './bundles.page.module.css'
import { groupsOf } from './role-groups.ts'
import { type Bundle, useOwnBundles, useStandardBundles } from './use-bundles.ts'

const CreateBundle = lazy(() => import('./bundle.form.tsx').then((module) => ({ default: module.CreateBundle })))
const EditBundle = lazy(() => import('./bundle.form.tsx').then((module) => ({ default: module.EditBundle })))

/** Bundles of roles: those that people made, and those that come with Kontor. */
export default function BundlesPage() {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const kind: BundleKind = useScreen().route.startsWith('/psp/') ? 'provider' : 'merchant'
  const hasPlace = kind === 'provider' || !psp || merchant !== undefined
  return (
    <div className={styles.page}>
      <PageHead title={t('nav.role_bundles.label')} text={t('nav.role_bundles.description')}>
        <UsersLink kind={kind} />
        {hasPlace && <AddBundle kind={kind} />}
      </PageHead>
      {hasPlace ? (
        <OwnBundles kind={kind} />
      ) : (
        <EmptyState
          icon={<IconUsersGroup size={24} />}
          title={t('api_settings.no_merchant')}
          text={t('bundles.no_merchant_text')}
        />
      )}
      <StandardBundles kind={kind} />
    </div>
  )
}

/** The way back to the people to whom bundles are given. */
function UsersLink({ kind }: { kind: BundleKind }) {
  const { t } = useTranslation()
  const of = kind === 'provider' ? providerUserRoles : userRoles
  if (!useMay(of.list)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconUsers size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to={kind === 'provider' ? '/psp/users' : '/users'} {...props} />}
    >
      {t('bundles.back')}
    </Button>
  )
}

function AddBundle({ kind }: { kind: BundleKind }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(useHasDraft(draftName(createRoleBundleEndpoint)))
  return (
    <IfMay do={createRoleBundleEndpoint}>
      <Button onClick={() => setOpen(true)}>{t('bundles.add')}</Button>
      <Suspense fallback={null}>{isOpen && <CreateBundle kind={kind} onClose={() => setOpen(false)} />}</Suspense>
    </IfMay>
  )
}

function OwnBundles({ kind }: { kind: BundleKind }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useOwnBundles(kind)
  return (
    <Section title={t('bundles.own')} text={t('bundles.own_text')}>
      {!data ? (
        <NotYet error={error} refetch={refetch} height={56} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('bundles.no_own')}
        </Text>
      ) : (
        <ul className={styles.rows}>
          {data.map((row) => (
            <li key={row.id}>
              <Words of={row} />
              <Actions kind={kind} row={row} />
              <div className={styles.history}>
                <HistoryBelow
                  entity={roleBundle}
                  id={row.id}
                  row={{ ...row }}
                  named={t('bundles.history_of', { name: row.name })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function StandardBundles({ kind }: { kind: BundleKind }) {
  const { t } = useTranslation()
  return (
    <Section title={t('bundles.standard')} text={t('bundles.standard_text')}>
      <ul className={styles.rows}>
        {useStandardBundles(kind).map((row) => (
          <li key={row.id}>
            <Words of={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A bundle with its roles by area, as in the tree that people choose them from. */
function Words({ of: { name, description, roles } }: { of: Bundle }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const groups = groupsOf(roles, t('roles.whole'), language)
    .map((group) => ({ ...group, roles: group.roles.filter((role) => roles.includes(role)) }))
    .filter((group) => group.roles.length > 0)
  return (
    <div>
      <Text fw={500}>{name}</Text>
      {description && <Text size="sm">{description}</Text>}
      <details>
        <summary className={typography.sub}>{groups.map(({ title }) => title).join(' · ')}</summary>
        <FieldList
          fields={groups.map((group) => [
            group.title,
            group.roles.map((role) => describeRole(role, language)).join(' · '),
          ])}
        />
      </details>
    </div>
  )
}

function Actions({ kind, row }: { kind: BundleKind; row: Bundle }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateRoleBundleEndpoint, row.id))
  const mayEdit = useMay(updateRoleBundleEndpoint)
  const [open, setOpen] = useState<'edit' | 'delete' | undefined>(wasEditing && mayEdit ? 'edit' : undefined)
  const close = () => setOpen(undefined)
  const { name } = row
  return (
    <div className={styles.actions}>
      <IfMay do={updateRoleBundleEndpoint}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('bundles.edit_title', { name })}
          onClick={() => setOpen('edit')}
        >
          {t('action.edit')}
        </Button>
      </IfMay>
      <IfMay do={deleteRoleBundleEndpoint}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('bundles.delete_of', { name })}
          onClick={() => setOpen('delete')}
        >
          {t('action.delete')}
        </Button>
      </IfMay>
      <Suspense fallback={null}>{open === 'edit' && <EditBundle kind={kind} row={row} onClose={close} />}</Suspense>
      <ConfirmCommand
        endpoint={deleteRoleBundleEndpoint}
        params={{ id: row.id }}
        opened={open === 'delete'}
        onClose={close}
        title={t('action.delete_title', { name })}
        text={t('bundles.delete_text')}
        verb={t('action.delete')}
        isDangerous
        done={t('bundles.deleted', { name })}
      />
    </div>
  )
}
