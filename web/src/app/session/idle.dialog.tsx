import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface IdleDialogProps {
  opened: boolean
  /** Seconds until the session ends; undefined after the person moved. */
  seconds: number | undefined
  isBusy: boolean
  stay: () => void
}

export function IdleDialog({ opened, seconds, isBusy, stay }: IdleDialogProps) {
  const { t } = useTranslation()
  useEveryHalfSecond(seconds !== undefined)
  return (
    <Dialog
      opened={opened}
      onClose={stay}
      withCloseButton={false}
      title={t('idle.title')}
      // Covers every other dialog.
      zIndex={1000}
    >
      <Text size="sm" role="timer" aria-live="off">
        {seconds === undefined ? t('idle.staying') : t('idle.text', { time: minutesAndSeconds(seconds) })}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button loading={isBusy} onClick={stay} data-autofocus>
          {t('idle.stay')}
        </Button>
      </Group>
    </Dialog>
  )
}

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Draws again every half second, so that the seconds count down between the checks of the clock. */
function useEveryHalfSecond(isOn: boolean): void {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 500)
    return () => clearInterval(timer)
  }, [isOn])
}
