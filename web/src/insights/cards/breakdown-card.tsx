import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Donut } from '../../ui/charts/donut.tsx'
import { categoryColour, statusColour } from '../../ui/charts/palette.ts'
import type { TargetOf } from '../targets.ts'
import { type BreakdownReply, useBreakdown } from './breakdown.ts'
import { useCard } from './use-card.tsx'

interface BreakdownCardProps {
  kind: 'bars' | 'donut'
  query: UseQueryResult<BreakdownReply, ApiRefusal>
  title: string
  /** The name of its export files. */
  name: string
  /** The field that the figures are grouped by; also the list's filter. */
  field: string
  /** All values of the field, so that each keeps its colour; a status has a colour of its own. */
  values: readonly string[]
  countLabel: string
  targetOf?: TargetOf
}

const height = 220

/** Counts per value of a field, as bars or as parts of a whole. */
export function BreakdownCard({ kind, query, title, name, field, values, countLabel, targetOf }: BreakdownCardProps) {
  const { t } = useTranslation('fields')
  const labels = useLabels()
  const card = useCard(query, name)
  const { slices, figures, target, total, shortCount } = useBreakdown(query.data, {
    filter: field,
    nameOf: (value) => labels.value(field, undefined, value),
    colourOf: (value) => (field === 'status' ? statusColour(value) : categoryColour(values.indexOf(value))),
    countLabel,
    valueLabel: t(field),
    targetOf,
  })
  const shared = { label: title, description: card.text, slices }
  return (
    <ChartCard
      {...card}
      title={title}
      height={height}
      isEmpty={slices.length === 0}
      figures={figures}
      targetOf={target}
      legend={
        kind === 'donut'
          ? slices.map((slice) => ({ name: slice.name, colour: slice.colour, text: slice.lines.join(', ') }))
          : []
      }
    >
      {kind === 'bars' ? (
        <BarChart {...shared} short={shortCount} height={height} />
      ) : (
        <Donut {...shared} total={total} />
      )}
    </ChartCard>
  )
}
