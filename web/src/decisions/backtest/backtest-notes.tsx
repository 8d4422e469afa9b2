import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface BacktestNotesProps {
  looked: { unrecorded: number; converted: number; days: number }
  isOutdated: boolean
}

/** What a back-test looked at, and what it cannot know. */
export function BacktestNotes({ looked: { unrecorded, converted, days }, isOutdated }: BacktestNotesProps) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('backtest.last_days', { count: days })}
      </Text>
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
