import type { ApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { describeRole } from '@kontor/contract/role-descriptions'
import { roleNamed } from '@kontor/contract/roles'
import { VisuallyHidden } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import typography from '../../ui/words/typography.module.css'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { ApiKeyActions } from './api-key-actions.tsx'
import styles from './api-key-table.module.css'

const colours = { ACTIVE: 'green', EXPIRING: 'yellow', ROTATING: 'blue', EXPIRED: 'gray', REVOKED: 'gray' } as const

interface ApiKeyTableProps {
  keys: readonly ApiKey[]
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
                <Roles names={key.roles} />
                {key.allowed_ips && (
                  <div className={`${typography.sub} ${typography.anywhere}`}>
                    {t('api_settings.only_from', { places: key.allowed_ips.join(', ') })}
                  </div>
                )}
              </td>
              <td>
                <Instant value={key.created_at} />
                <div className={typography.sub}>{key.created_by}</div>
              </td>
              <td>{key.last_used_at ? <Instant value={key.last_used_at} /> : t('api_settings.never')}</td>
              <td>{key.expires_at ? <Instant value={key.expires_at} /> : t('api_settings.never')}</td>
              <td>
                <WordTag color={colours[key.status]}>{t(`api_settings.status.${key.status}`)}</WordTag>
              </td>
              {mayChange && (
                <td>
                  <ApiKeyActions row={key} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const most = 3

/** The first roles in plain words, the number of the others, and all of them in the tooltip. */
function Roles({ names }: { names: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'nl' ? 'nl' : 'en-US'
  const words = names.map((name) => {
    const role = roleNamed(name)
    return role ? describeRole(role, language) : name
  })
  return (
    <div title={words.join('\n')}>
      {words.slice(0, most).map((word) => (
        <div key={word}>{word}</div>
      ))}
      {words.length > most && (
        <div className={typography.sub}>{t('api_settings.more', { count: words.length - most })}</div>
      )}
    </div>
  )
}
