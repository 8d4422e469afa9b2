import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockBolt } from '@tabler/icons-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { engineClock, engineNow, watchEngineClock } from '../../platform/api/server-time.ts'
import { formatInstant } from '../../platform/value/instant.tsx'
import { useViewer } from '../../platform/viewer.ts'
import width from '../look/width.module.css'
import styles from './test-clock.module.css'

const TestClockDialog = lazy(() =>
  import('./test-clock.dialog.tsx').then((module) => ({ default: module.TestClockDialog })),
)

/** Shows the engine's time in a demo whose clock was moved. The provider's super users can move it here. */
export function TestClock() {
  const { t, i18n } = useTranslation()
  const viewer = useViewer()
  const clock = useSyncExternalStore(watchEngineClock, engineClock)
  const [isOpen, dialog] = useDisclosure()
  const mayMove = viewer.roles.includes('PSP_SUPER')
  if (!clock || (!mayMove && clock.ahead_ms === 0)) return null
  const text =
    clock.ahead_ms === 0 ? t('clock.name') : formatInstant(engineNow().toISOString(), i18n.language, viewer.time_zone)
  const look = clock.ahead_ms === 0 ? { variant: 'default' } : { color: 'yellow', variant: 'light' }
  return (
    <>
      <Button
        size="xs"
        {...look}
        className={styles.button}
        leftSection={<IconClockBolt size={16} aria-hidden="true" />}
        aria-label={clock.ahead_ms === 0 ? t('clock.name') : t('clock.shows', { time: text })}
        onClick={dialog.open}
        loading={clock.isMoving}
      >
        <span className={width.wideOnly}>{text}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TestClockDialog mayMove={mayMove} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
