import { customerSegments } from '@kontor/contract/customers/customer.rules'
import { customerSegmentsEndpoint } from '@kontor/contract/customers/customer-reads.endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { Failed } from '../../platform/failed.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { HorizontalBars } from '../../ui/charts/horizontal-bars.tsx'
import { categoryColour } from '../../ui/charts/palette.ts'
import quietLink from '../../ui/words/quiet-link.module.css'
import { useFormats } from '../money/use-formats.ts'
import { useSegmentTarget } from './segment-target.ts'

const height = 300

/** The number of customers in each segment, from the best to lost ones. */
export function SegmentCard() {
  const { t } = useTranslation()
  const labels = useLabels()
  const formats = useFormats('')
  const targetOf = useSegmentTarget()
  const { data, error, isPending, refetch } = useRead(customerSegmentsEndpoint)
  const rows = customerSegments.map((segment) => ({ segment, count: data?.[segment] ?? 0 }))
  const nameOf = ({ segment }: { segment: string }) => labels.value('segment', undefined, segment)
  const title = t('dashboard.segments')
  return (
    <ChartCard
      title={title}
      text={t('dashboard.segments_text')}
      name="customers-per-segment"
      height={height}
      isLoading={isPending}
      problem={error && !data ? <Failed refusal={error} onRetry={() => void refetch()} /> : null}
      isEmpty={rows.every(({ count }) => count === 0)}
      figures={{
        rows,
        keyOf: ({ segment }) => segment,
        columns: [
          { name: t('fields:segment'), shown: nameOf, plain: ({ segment }) => segment },
          {
            name: t('dashboard.all_customers'),
            isNumber: true,
            shown: ({ count }) => formats.count(count),
            plain: ({ count }) => count,
          },
        ],
      }}
      targetOf={({ segment }) => targetOf(segment)}
      foot={
        <Link to="/customers/rfm" className={quietLink.link} preload={false}>
          {t('dashboard.segments_help')}
        </Link>
      }
    >
      <HorizontalBars
        label={title}
        description={t('dashboard.segments_text')}
        height={height}
        slices={rows.map((row) => ({
          key: row.segment,
          name: nameOf(row),
          value: row.count,
          lines: [formats.count(row.count)],
          colour: categoryColour(0),
          target: targetOf(row.segment),
        }))}
      />
    </ChartCard>
  )
}
