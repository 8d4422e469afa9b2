import type { StatisticsReply } from '@kontor/contract/statistics/statistics-call'
import type { transactionSeries, transactionTotal } from '@kontor/contract/statistics/transaction-statistics.calls'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../platform/api-client.ts'
import { ChartCard } from '../ui/charts/chart-card.tsx'
import { LineChart } from '../ui/charts/line-chart.tsx'
import { lineColours } from '../ui/charts/palette.ts'
import { isPeriod } from './dashboard-search.ts'
import { periodText } from './period-text.ts'
import type { Counted, TargetOf } from './targets.ts'
import { Totals } from './totals.tsx'
import { useCard } from './use-card.tsx'
import { useFormats } from './use-formats.ts'

type Reply = StatisticsReply<typeof transactionSeries>

/** Of customers there is a count alone. */
type SeriesReply = Omit<Reply, 'points' | 'currency_code' | 'currencies'> & {
  currency_code?: string
  points: (Omit<Reply['points'][number], 'volume'> & { volume?: number })[]
}
type TotalReply = Omit<StatisticsReply<typeof transactionTotal>, 'volume' | 'currency_code' | 'currencies'> & {
  currency_code?: string
  volume?: StatisticsReply<typeof transactionTotal>['volume']
}

interface SeriesCardProps {
  title: string
  name: string
  /** What the count counts. */
  countLabel: string
  series: UseQueryResult<SeriesReply, ApiRefusal>
  total: UseQueryResult<TotalReply, ApiRefusal>
  targetOf: TargetOf
}

const height = 280
// Beyond it a point is too narrow to be hit; the table has all of them.
const mostLinks = 120

/** Volume and count over time, with totals that lead to the list. */
export function SeriesCard({ title, name, countLabel, series, total, targetOf }: SeriesCardProps) {
  const { t, i18n } = useTranslation()
  const card = useCard(series, name)
  const currency = series.data?.currency_code
  const formats = useFormats(currency ?? '')
  const reply = series.data
  const period = reply && isPeriod(reply.period) ? reply.period : 'day'
  const text = (value: string) => periodText(i18n.language, reply?.time_zone ?? 'UTC', period, value)
  const points = (reply?.points ?? []).map((point) => ({ ...point, ...text(point.period) }))
  const volumeLabel = t('dashboard.volume', { currency })
  const count = { key: 'count', label: countLabel, exact: formats.count, short: formats.shortCount }
  const volume = { key: 'volume', label: volumeLabel, exact: formats.money, short: formats.shortMoney }
  const isEmpty = points.every((point) => point.count === 0)
  return (
    <ChartCard
      {...card}
      wide
      title={title}
      height={height + 24}
      isEmpty={isEmpty}
      legend={(currency ? [volume, count] : []).map(({ label }, at) => ({
        name: label,
        colour: lineColours[at] ?? '',
      }))}
      head={<Totals total={total} countLabel={countLabel} target={reply && targetOf(reply)} />}
      figures={{
        rows: points,
        keyOf: (point) => point.period,
        columns: [
          { name: t(`dashboard.period.${period}`), shown: (point) => point.long, plain: (point) => point.period },
          {
            name: countLabel,
            isNumber: true,
            shown: (point) => formats.count(point.count),
            plain: (point) => point.count,
          },
          ...(currency
            ? [
                {
                  name: volumeLabel,
                  isNumber: true,
                  shown: (point: { volume?: number }) => formats.money(point.volume ?? 0),
                  plain: (point: { volume?: number }) => formats.plainMoney(point.volume ?? 0),
                },
              ]
            : []),
        ],
      }}
      targetOf={(point) => targetOf(withCurrency(point, currency))}
    >
      <LineChart
        label={title}
        description={card.text}
        height={height}
        series={currency ? [volume, count] : [count]}
        points={points.map((point) => ({
          key: point.period,
          short: point.short,
          long: period === 'week' ? t('dashboard.week_of', { date: point.long }) : point.long,
          values: { count: point.count, volume: point.volume ?? 0 },
          target: points.length <= mostLinks ? targetOf(withCurrency(point, currency)) : undefined,
        }))}
      />
    </ChartCard>
  )
}

const withCurrency = ({ from, to }: Counted, currency: string | undefined): Counted => ({
  from,
  to,
  ...(currency ? { currency_code: currency } : {}),
})
