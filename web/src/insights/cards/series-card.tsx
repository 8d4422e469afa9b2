import type { ReplyOf } from '@kontor/contract/endpoint'
import type {
  transactionSeriesEndpoint,
  transactionTotalEndpoint,
} from '@kontor/contract/insights/transaction-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { engineNow } from '../../platform/api/server-time.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { lineColours } from '../../ui/charts/palette.ts'
import { isPeriod } from '../dashboard-search.ts'
import { type Conversion, isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import { periodText } from '../period-text.ts'
import { useUntilNow } from '../range-text.ts'
import type { TargetOf } from '../targets.ts'
import { type Better, Totals } from './totals.tsx'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof transactionSeriesEndpoint>

type OfMoney = 'currency_code' | 'base_currency' | 'conversion' | 'currencies'

/** Series of customers have only a count. */
type SeriesReply = Omit<Reply, 'points' | OfMoney> & {
  currency_code?: string
  conversion?: Conversion | null
  points: (Omit<Reply['points'][number], 'volume'> & { volume?: number | null })[]
}
type Point = SeriesReply['points'][number]
type TotalReply = Omit<ReplyOf<typeof transactionTotalEndpoint>, 'volume' | OfMoney> & {
  currency_code?: string
  conversion?: Conversion | null
  volume?: ReplyOf<typeof transactionTotalEndpoint>['volume']
}

interface SeriesCardProps {
  title: string
  name: string
  /** The counted thing, in words. */
  countLabel: string
  series: UseQueryResult<SeriesReply, ApiRefusal>
  total: UseQueryResult<TotalReply, ApiRefusal>
  targetOf: TargetOf
  better?: Better
}

const height = 280
// With more points than this, a point is too narrow to be clicked; the table has all of them.
const mostLinks = 120

/** Volume and count over time, with totals that link to the list. */
export function SeriesCard({ title, name, countLabel, series, total, targetOf, better = 'more' }: SeriesCardProps) {
  const { t, i18n } = useTranslation()
  const card = useCard(series, name)
  const currency = series.data?.currency_code
  const formats = useFormats(currency ?? '', isConverted(series.data))
  const reply = series.data
  const period = reply && isPeriod(reply.period) ? reply.period : 'day'
  const text = (value: string) => periodText(i18n.language, reply?.time_zone ?? 'UTC', period, value)
  const untilNow = useUntilNow()
  const points = (reply?.points ?? []).map((point) => {
    const { short, long } = text(point.period)
    const named = period === 'week' ? t('dashboard.week_of', { date: long }) : long
    return { ...point, short, long: point.unfinished ? `${named}, ${t('dashboard.so_far')}` : named }
  })
  const at = points.findIndex(({ unfinished }) => unfinished)
  const now = total.data?.current.to ?? engineNow().toISOString()
  const { volumeLabel } = formats
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
      head={<Totals total={total} countLabel={countLabel} target={reply && targetOf(reply)} better={better} />}
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
                  shown: (point: Point) => formats.money(exactly(point, 'volume')),
                  plain: (point: Point) => formats.plainMoney(exactly(point, 'volume')),
                },
              ]
            : []),
        ],
      }}
      targetOf={(point) => reply && targetOf({ ...ofMoney(reply), from: point.from, to: point.to })}
    >
      <LineChart
        label={title}
        description={card.text}
        height={height}
        series={currency ? [volume, count] : [count]}
        unfinished={at < 0 ? undefined : { at, label: untilNow(period, now) }}
        points={points.map((point) => ({
          key: point.period,
          short: point.short,
          long: point.long,
          values: { count: point.count, volume: Number(exactly(point, 'volume')) },
          target:
            reply && points.length <= mostLinks
              ? targetOf({ ...ofMoney(reply), from: point.from, to: point.to })
              : undefined,
        }))}
      />
    </ChartCard>
  )
}

const ofMoney = ({ currency_code, conversion }: Pick<SeriesReply, 'currency_code' | 'conversion'>) => ({
  ...(currency_code ? { currency_code } : {}),
  ...(conversion ? { conversion } : {}),
})
