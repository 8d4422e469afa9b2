import type { ReplyOf } from '@kontor/contract/endpoint'
import type { customerByStatusEndpoint } from '@kontor/contract/insights/customer-statistics.endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Donut } from '../../ui/charts/donut.tsx'
import { statusColour } from '../../ui/charts/palette.ts'
import { useFormats } from '../money/use-formats.ts'
import type { TargetOf } from '../targets.ts'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof customerByStatusEndpoint>

interface CustomerStatusCardProps {
  query: UseQueryResult<Reply, ApiRefusal>
  targetOf: TargetOf
}

/** The number of customers per customer status. */
export function CustomerStatusCard({ query, targetOf }: CustomerStatusCardProps) {
  const { t } = useTranslation()
  const formats = useFormats('')
  const card = useCard(query, 'customers-per-status')
  const items = query.data?.items ?? []
  const title = t('dashboard.customer_statuses')
  const nameOf = ({ value }: { value: string }) => t(`fields:status.${value}`, { defaultValue: value })
  const target = ({ value }: { value: string }) => query.data && targetOf(query.data, { status: value })
  const slices = items.map((item) => ({
    key: item.value,
    name: nameOf(item),
    value: item.count,
    lines: [formats.count(item.count)],
    colour: statusColour(item.value),
    target: target(item),
  }))
  return (
    <ChartCard
      {...card}
      title={title}
      height={220}
      isEmpty={items.length === 0}
      figures={{
        rows: items,
        keyOf: ({ value }) => value,
        columns: [
          { name: t('fields:status'), shown: nameOf, plain: ({ value }) => value },
          {
            name: t('dashboard.customers'),
            isNumber: true,
            shown: ({ count }) => formats.count(count),
            plain: ({ count }) => count,
          },
        ],
      }}
      targetOf={target}
      legend={slices.map(({ name, colour, lines }) => ({ name, colour, text: lines.join(', ') }))}
    >
      <Donut
        label={title}
        description={card.text}
        slices={slices}
        total={formats.count(items.reduce((sum, { count }) => sum + count, 0))}
      />
    </ChartCard>
  )
}
