import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { categoryColour } from '../../ui/charts/palette.ts'
import { useHourFigures } from '../use-hour-figures.ts'
import { hoursOf, summed, type TimeOfDayReply } from './time-of-day.ts'
import { useCard } from './use-card.tsx'

interface HoursCardProps {
  query: UseQueryResult<TimeOfDayReply, ApiRefusal>
  by: 'weekday' | 'hour'
}

const height = 220

/** Payments by day of the week, or by time of day. */
export function HoursCard({ query, by }: HoursCardProps) {
  const { t } = useTranslation()
  const card = useCard(query, `transactions-per-${by}`)
  const rows = summed(hoursOf(query.data), by)
  const { figures, nameOf, linesOf, names, formats } = useHourFigures(rows, query.data, [by])
  const title = t(`dashboard.by_${by}`)
  return (
    <ChartCard
      {...card}
      title={title}
      height={height}
      isEmpty={rows.every(({ count }) => count === 0)}
      figures={figures}
    >
      <BarChart
        label={title}
        description={card.text}
        height={height}
        short={formats.shortCount}
        slices={rows.map((row) => ({
          key: String(row[by]),
          name: nameOf(row),
          tick: by === 'weekday' ? (names[row.weekday - 1]?.short ?? '') : String(row.hour).padStart(2, '0'),
          value: row.count,
          lines: linesOf(row),
          colour: categoryColour(0),
        }))}
      />
    </ChartCard>
  )
}
