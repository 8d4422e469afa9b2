import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface BacktestNotesProps {
  looked: { unrecorded: number; converted: number }
  isOutdated: boolean
}

/** What a back-test cannot know. */
export function BacktestNotes({ looked: { unrecorded, converted }, isOutdated }: BacktestNotesProps) {
  const { t } = useTranslation()
  return (
    <>
      {isOutdated && (
        <Text size="sm" fw={600}>
          {t('backtest.outdated')}
        </Text>
      )}
      {unrecorded > 0 && (
        <Text size="sm" c="dimmed">
          {t('backtest.unrecorded', { count: unrecorded })}
        </Text>
      )}
      {converted > 0 && (
        <Text size="sm" c="dimmed">
          {t('backtest.converted', { count: converted })}
        </Text>
      )}
    </>
  )
}
