import type { ApiKey } from '@kontor/contract/organisations/api-keys.entity'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import typography from '../../ui/words/typography.module.css'

/** When a key was last used, and from where. */
export function ApiKeyLastUse({ row }: { row: Pick<ApiKey, 'last_used_at' | 'last_used_ip'> }) {
  const { t } = useTranslation()
  if (row.last_used_at === null) return t('api_settings.never')
  return (
    <>
      <Instant value={row.last_used_at} />
      {row.last_used_ip && <div className={typography.sub}>{row.last_used_ip}</div>}
    </>
  )
}
