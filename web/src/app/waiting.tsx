import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentConnection, watchConnection } from '../platform/connection.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** Replaces a screen that cannot be loaded without a connection. */
export function Waiting() {
  const { t } = useTranslation()
  const connection = useSyncExternalStore(watchConnection, currentConnection)
  if (connection !== 'away') return null
  return <EmptyState icon={<IconCloudOff />} title={t('connection.title')} text={t('connection.text')} />
}
