import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { currentConnection, watchConnection } from '../platform/connection.ts'
import { currentLanguage, watchLanguage } from '../platform/i18n.ts'
import styles from './connection-bar.module.css'

/**
 * A bar at the foot of every page while the server does not answer. Its element always exists, so that screen readers
 * announce the text that appears in it.
 */
export function ConnectionBar() {
  const connection = useSyncExternalStore(watchConnection, currentConnection)
  const texts = __CONNECTION_TEXTS__[useSyncExternalStore(watchLanguage, currentLanguage)]
  return (
    <div role="status" className={styles.bar}>
      {connection !== 'there' && (
        <>
          <IconCloudOff size={18} aria-hidden="true" />
          <span>{texts[connection]}</span>
          {connection === 'outdated' && (
            <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
              {texts.reload}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
