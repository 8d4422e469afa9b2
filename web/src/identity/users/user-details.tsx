import type { Entity } from '@kontor/contract/entity'
import type { UserStatus } from '@kontor/contract/identity/users/user.rules'
import type { Role } from '@kontor/contract/roles'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { type AnyRow, Cell } from '../../platform/value/cell.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { LinkedIdentities } from './linked-identities.tsx'
import { useRoleWords } from './roles/role-words.tsx'
import styles from './user-details.module.css'

interface UserDetailsProps {
  entity: Entity
  row: AnyRow & {
    id: string
    name: string
    status: UserStatus
    roles: Role[]
    link_expires_at: string | null
  }
  /** Null: one of the provider's staff. */
  merchant: string | null
  /** Where the user belongs. */
  place?: readonly (readonly [string, ReactNode])[]
}

/** The facts about a user, and what they may do in words. */
export function UserDetails({ entity, row, merchant, place = [] }: UserDetailsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const words = useRoleWords(row.roles)
  const cell = (name: string) =>
    [
      labels.field<string>(entity, name),
      row[name] === null ? null : <Cell key={name} entity={entity} name={name} row={row} />,
    ] as const
  return (
    <>
      {row.status === 'LOCKED' && (
        <Alert color="yellow" mb="md">
          {t('users.locked')}
        </Alert>
      )}
      <Invitation status={row.status} until={row.link_expires_at} />
      <FieldList
        fields={[
          ...place,
          cell('mfa'),
          cell('mfa_required'),
          cell('language'),
          cell('last_sign_in_at'),
          cell('invited_at'),
          cell('created_at'),
          cell('id'),
        ]}
      />
      <LinkedIdentities user={{ id: row.id, name: row.name, merchant, roles: row.roles }} />
      <PanelSection title={t('users.roles')}>
        <ul className={styles.roles}>
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      </PanelSection>
    </>
  )
}

/** How long an invitation is open, or what to do when it no longer is. */
function Invitation({ status, until }: { status: UserStatus; until: string | null }) {
  const { t } = useTranslation()
  if (status === 'EXPIRED')
    return (
      <Alert color="yellow" mb="md">
        {t('users.expired')}
      </Alert>
    )
  if (status !== 'INVITED' || until === null) return null
  return (
    <Alert color="blue" mb="md">
      {t('users.open_until')} <Instant value={until} />
    </Alert>
  )
}
