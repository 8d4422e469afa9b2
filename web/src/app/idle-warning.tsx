import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../platform/use-submit.ts'
import { clock } from './activity.ts'

// Whoever reaches for the button has moved, and is signed in for longer already: it must not vanish under the pointer.
const closesAfter_ms = 4_000

/** Two minutes before a silent session ends: how long is left, and a button to stay. */
export function IdleWarning() {
  const { t } = useTranslation()
  const seconds = useSyncExternalStore(clock.subscribe, clock.warning)
  const [isOpen, setOpen] = useState(false)
  const isWarning = seconds !== undefined
  const { submit, isBusy } = useSubmit(async () => {
    await clock.stay()
    setOpen(false)
  })
  useEveryHalfSecond(isWarning)
  useEffect(() => {
    if (isWarning) return setOpen(true)
    const timer = setTimeout(() => setOpen(false), closesAfter_ms)
    return () => clearTimeout(timer)
  }, [isWarning])

  return (
    <Modal
      opened={isOpen}
      onClose={() => void submit()}
      withCloseButton={false}
      title={t('idle.title')}
      // Above every other dialog.
      zIndex={1000}
    >
      <Text size="sm" role="timer" aria-live="off">
        {isWarning ? t('idle.text', { time: minutesAndSeconds(seconds) }) : t('idle.staying')}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button loading={isBusy} onClick={() => void submit()} data-autofocus>
          {t('idle.stay')}
        </Button>
      </Group>
    </Modal>
  )
}

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The seconds count down between the checks of the clock. */
function useEveryHalfSecond(isOn: boolean): void {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 500)
    return () => clearInterval(timer)
  }, [isOn])
}
