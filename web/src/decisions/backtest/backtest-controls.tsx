import { backtestSpans } from '@kontor/contract/decisions/backtest/backtest.rules'
import { Alert, Button, Group, NativeSelect, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import type { Backtest } from './use-backtest.ts'

interface BacktestControlsProps {
  backtest: Pick<Backtest<unknown>, 'state' | 'stop'>
  days: number
  onDays: (days: number) => void
  onRun: () => void
}

/** The period and the button that begins or stops, with the progress between them. */
export function BacktestControls({ backtest: { state, stop }, days, onDays, onRun }: BacktestControlsProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const isRunning = state.step === 'running'
  const percent = isRunning ? Math.round((state.part ?? 0) * 100) : 0
  return (
    <>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={t('backtest.days')}
          value={String(days)}
          disabled={isRunning}
          onChange={(event) => onDays(Number(event.currentTarget.value))}
          data={backtestSpans.map((span) => ({ value: String(span), label: t('backtest.last_days', { count: span }) }))}
        />
        <Button variant="default" onClick={isRunning ? stop : onRun}>
          {isRunning ? t('backtest.stop') : t('backtest.run')}
        </Button>
      </Group>
      {isRunning && (
        <div>
          <Text size="sm">{t('backtest.running', { percent })}</Text>
          <Progress value={percent} aria-label={t('backtest.running', { percent })} />
        </div>
      )}
      <div role="status">{state.step === 'stopped' && <Text size="sm">{t('backtest.stopped')}</Text>}</div>
      {state.step === 'refused' && (
        <Alert color="red" role="alert">
          {textOf(state.refusal)}
        </Alert>
      )}
    </>
  )
}
