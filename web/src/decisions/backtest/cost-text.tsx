import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import { useBacktestWords } from './backtest-words.ts'

type Pair = ReplyOf<typeof backtestRoutingEndpoint>['pairs'][number]

/** What moved payments cost, and what payments like them cost at the other processor, by currency. */
export function CostText({ pair: { cost, to, count } }: { pair: Pair }) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const money = useMoney()
  if (!cost?.length) return <Text size="sm">{t('backtest.cost_unknown', { name: to.name })}</Text>
  return cost.map(({ currency_code, payments, before, after, too_large }) => {
    const from = before ?? too_large?.['before'] ?? ''
    const until = after ?? too_large?.['after'] ?? ''
    const difference = Math.round((Number(until) - Number(from)) / payments)
    const each = money(Math.abs(difference), currency_code)
    return (
      <div key={currency_code}>
        <Text size="sm">
          {t('backtest.cost_moves', { before: money(from, currency_code), after: money(until, currency_code) })}
        </Text>
        {from === until && <Text size="sm">{t('backtest.cost_same')}</Text>}
        {difference !== 0 && (
          <Text size="sm">{t(difference > 0 ? 'backtest.cost_more' : 'backtest.cost_less', { each })}</Text>
        )}
        <Text size="xs" c="dimmed">
          {t('backtest.cost_judged', { count: payments, of: words.count(count) })}
        </Text>
      </div>
    )
  })
}
