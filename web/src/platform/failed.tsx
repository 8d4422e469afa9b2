import { Button, Code, Text } from '@mantine/core'
import { IconCloudOff, IconLock, IconMoodEmpty, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { ApiRefusal } from './api/api-client.ts'
import { useRefusalText } from './api/refusal-text.ts'
import type { describeNamed } from './role-text.ts'

/** Shows why reading failed, with a button to try again. A forbidden or missing page has a picture of its own. */
export function Failed({ refusal, onRetry }: { refusal: ApiRefusal; onRetry: () => void }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  if (refusal.code === 'forbidden') return <Forbidden roles={refusal.details.roles} />
  if (refusal.code === 'not_found')
    return <EmptyState icon={<IconMoodEmpty />} title={textOf(refusal)} text={t('state.not_found_text')} />
  return (
    <EmptyState
      role="alert"
      icon={<IconCloudOff />}
      title={t('state.failed')}
      text={textOf(refusal)}
      action={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {refusal.requestId && (
        <Text size="xs" c="dimmed">
          {t('state.request_id')} <Code>{refusal.requestId}</Code>
        </Text>
      )}
    </EmptyState>
  )
}

/** Names the missing role, so that the person can ask for it. */
export function Forbidden({ roles }: { roles?: string | readonly string[] | number }) {
  const { t } = useTranslation()
  const names = useDescribed([roles ?? []].flat().map(String))
  return (
    <EmptyState
      icon={<IconLock />}
      title={t('state.forbidden')}
      text={names ? t('state.forbidden_roles', { roles: names }) : t('errors.forbidden')}
    />
  )
}

/** Role names, until their descriptions are loaded. Only this picture needs the descriptions. */
function useDescribed(names: readonly string[]): string {
  const { i18n } = useTranslation()
  const [describe, setDescribe] = useState<typeof describeNamed>()
  useEffect(() => void import('./role-text.ts').then((texts) => setDescribe(() => texts.describeNamed)), [])
  return describe ? names.map((name) => describe(name, i18n.language)).join('; ') : names.join(', ')
}
