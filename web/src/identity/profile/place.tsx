import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import typography from '../../ui/words/typography.module.css'

export interface PlaceRow {
  current: boolean
  created_at: string
  last_used_at: string
  expires_at: string
  ip: string | null
  browser: string | null
  platform: string | null
}

/** The known facts about a place: browser and system, or a word when both are unknown. */
export function usePlaceName(): (row: Pick<PlaceRow, 'browser' | 'platform'>) => string {
  const { t } = useTranslation()
  return ({ browser, platform }) =>
    browser && platform
      ? t('profile.browser_on', { browser, platform })
      : (browser ?? platform ?? t('profile.unknown_browser'))
}

/** A browser with a session, or a remembered browser. */
export function Place({ row }: { row: PlaceRow }) {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600} className={typography.anywhere}>
          {nameOf(row)}
        </Text>
        {row.current && (
          <Badge variant="light" tt="none" color="green">
            {t('profile.this_one')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {row.ip && `${row.ip} · `}
        {t('profile.last_used')} <Instant value={row.last_used_at} /> · {t('profile.until')}{' '}
        <Instant value={row.expires_at} />
      </Text>
    </div>
  )
}
