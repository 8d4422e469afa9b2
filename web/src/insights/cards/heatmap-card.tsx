import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Heatmap, heatmapHeight } from '../../ui/charts/heatmap.tsx'
import { useHourFigures } from '../use-hour-figures.ts'
import { hoursOf, type TimeOfDayReply } from './time-of-day.ts'
import { useCard } from './use-card.tsx'

/** Payments per hour of each weekday. */
export function HeatmapCard({ query }: { query: UseQueryResult<TimeOfDayReply, ApiRefusal> }) {
  const { t } = useTranslation()
  const card = useCard(query, 'transactions-per-weekday-and-hour')
  const hours = hoursOf(query.data)
  const { figures, nameOf, linesOf, names, formats } = useHourFigures(hours, query.data, ['weekday', 'hour'])
  const title = t('dashboard.heatmap')
  return (
    <ChartCard
      {...card}
      wide
      title={title}
      height={heatmapHeight}
      isEmpty={hours.every(({ count }) => count === 0)}
      figures={figures}
    >
      {() => (
        <Heatmap
          label={title}
          description={card.text}
          weekdays={names.map(({ short }) => short)}
          exact={formats.count}
          rows={names.map((_, day) =>
            hours
              .filter(({ weekday }) => weekday === day + 1)
              .map((hour) => ({ value: hour.count, name: nameOf(hour), lines: linesOf(hour) })),
          )}
        />
      )}
    </ChartCard>
  )
}
