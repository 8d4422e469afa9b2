import type { OwnApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { VisuallyHidden } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RoleWords } from '../../identity/users/roles/role-words.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { PersonName } from '../../platform/value/person-name.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { ApiKeyActions } from '../api-keys/api-key-actions.tsx'
import { ApiKeyLastUse } from '../api-keys/api-key-last-use.tsx'
import { CallsLink } from '../calls-link.tsx'
import styles from './api-key-table.module.css'

interface ApiKeyTableProps {
  keys: readonly OwnApiKey[]
  mayChange: boolean
}

export function ApiKeyTable({ keys, mayChange }: ApiKeyTableProps) {
  const { t } = useTranslation(['main', 'fields'])
  if (keys.length === 0)
    return (
      <EmptyState
        icon={<IconKey />}
        title={t('api_settings.no_keys')}
        {...(mayChange ? { text: t('api_settings.no_keys_text') } : {})}
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={styles.keys} aria-label={t('api_settings.keys')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fields:name')}</th>
            <th scope="col">{t('api_settings.roles')}</th>
            <th scope="col">{t('api_settings.created')}</th>
            <th scope="col">{t('api_settings.last_used')}</th>
            <th scope="col">{t('api_settings.expires')}</th>
            <th scope="col">{t('fields:status')}</th>
            {mayChange && (
              <th scope="col">
                <VisuallyHidden>{t('api_settings.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <div>{key.name}</div>
                <div className={typography.sub}>
                  <code>{key.prefix}…</code>
                </div>
                <div className={typography.sub}>{key.organisation_name}</div>
              </td>
              <td>
                <RoleWords names={key.roles} most={3} />
                {key.allowed_ips && (
                  <div className={`${typography.sub} ${typography.anywhere}`}>
                    {t('api_settings.only_from', { places: key.allowed_ips.join(', ') })}
                  </div>
                )}
              </td>
              <td>
                <Instant value={key.created_at} />
                <div className={typography.sub}>{key.created_by && <PersonName name={key.created_by} />}</div>
              </td>
              <td>
                <ApiKeyLastUse row={key} />
                <div className={typography.sub}>
                  <CallsLink search={{ api_key: key.id }}>{t('audit_trail.items_of_key')}</CallsLink>
                </div>
              </td>
              <td>{key.expires_at ? <Instant value={key.expires_at} /> : t('api_settings.never')}</td>
              <td>
                <StatusTag status={key.status} />
              </td>
              {mayChange && (
                <td>
                  <ApiKeyActions row={key} place="row" />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
