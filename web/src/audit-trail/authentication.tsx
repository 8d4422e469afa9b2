import { type AuditTrailItem, auditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import { IconKey, IconUser, IconUserOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'
import styles from './authentication.module.css'

const icons = { api: IconKey, jwt: IconUser, none: IconUserOff } as const

/** Who called: by an API key, by a sign-in, or nobody who is known, with the name. */
export function AuthenticationCell({ row }: { row: Pick<AuditTrailItem, 'authentication' | 'user_name'> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const Icon = icons[row.authentication]
  const way = labels.value('authentication', auditTrailItem.fields.authentication, row.authentication)
  const name = row.authentication === 'none' ? way : (row.user_name ?? t('audit_trail.unnamed'))
  return (
    <span className={styles.who} title={way}>
      <Icon
        size={16}
        aria-label={row.authentication === 'none' ? undefined : way}
        aria-hidden={row.authentication === 'none' || undefined}
      />
      <span>{name}</span>
    </span>
  )
}
