import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBacktestWords } from './backtest-words.ts'
import { IntervalBar } from './interval-bar.tsx'

type Pair = ReplyOf<typeof backtestRoutingEndpoint>['pairs'][number]

/** The share of approved payments at the other processor, among payments like the moved ones, with its interval. */
export function ApprovalText({ pair: { approval, to, count } }: { pair: Pair }) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const { name } = to
  if (!approval) return <Text size="sm">{t('backtest.too_few', { name })}</Text>
  const { low, high } = approval.interval
  const kind = low > 0 ? 'more' : high < 0 ? 'less' : 'unclear'
  const [from, until] = kind === 'less' ? [high, low] : [low, high]
  return (
    <>
      <Text size="sm">{t(`backtest.${kind}`, { name, low: words.points(from), high: words.points(until) })}</Text>
      <IntervalBar low={low} high={high} />
      <Text size="xs" c="dimmed">
        {t('backtest.judged', { count: approval.judged, of: words.count(count) })}
      </Text>
    </>
  )
}
