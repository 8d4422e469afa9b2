import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionLifecycleEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { exactly } from '@kontor/contract/sums'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Lifecycle, lifecycleHeight } from '../../ui/charts/lifecycle/lifecycle.tsx'
import { statusColour } from '../../ui/charts/palette.ts'
import { useKnownText } from '../../ui/known-text.ts'
import { isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof transactionLifecycleEndpoint>

// INITIATED leads to AUTHORIZED or PENDING, these lead to the final statuses; SETTLEMENT_COMPLETED is the last (000
// section 4).
const columns: readonly (readonly TransactionStatus[])[] = [
  ['INITIATED'],
  ['PENDING', 'UNKNOWN'],
  ['AUTHORIZED'],
  ['SETTLEMENT_REQUESTED'],
  ['SETTLEMENT_COMPLETED', 'DECLINED', 'ABANDONED', 'FAILED', 'CANCELLED', 'AUTHORIZATION_VOIDED'],
]
const lanes: readonly TransactionStatus[] = [
  'INITIATED',
  'AUTHORIZED',
  'SETTLEMENT_REQUESTED',
  'SETTLEMENT_COMPLETED',
  'PENDING',
  'UNKNOWN',
  'DECLINED',
  'ABANDONED',
  'FAILED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
]

/** The number of payments that passed each status, and the ways that they went. */
export function LifecycleCard({ query }: { query: UseQueryResult<Reply, ApiRefusal> }) {
  const { t } = useTranslation(['main', 'fields'])
  const textOf = useKnownText()
  const card = useCard(query, 'transaction-lifecycle')
  const formats = useFormats(query.data?.currency_code ?? '', isConverted(query.data))
  const title = t('dashboard.lifecycle')
  const items = query.data?.items ?? []
  const all = items.find(({ name }) => name === 'INITIATED')?.count ?? 0
  const nameOf = (status: string) => textOf('fields:status', status, status)
  return (
    <ChartCard
      {...card}
      wide
      title={title}
      text={t('dashboard.lifecycle_text', { range: card.text })}
      height={lifecycleHeight}
      isEmpty={items.every(({ count }) => count === 0)}
      figures={{
        rows: items,
        keyOf: ({ name }) => name,
        columns: [
          { name: t('fields:status'), shown: ({ name }) => nameOf(name), plain: ({ name }) => name },
          {
            name: t('dashboard.transactions'),
            isNumber: true,
            shown: ({ count }) => formats.count(count),
            plain: ({ count }) => count,
          },
          {
            name: t('dashboard.share_count'),
            isNumber: true,
            shown: (item) => formats.percentage(item.count_percentage),
            plain: (item) => item.count_percentage,
          },
          {
            name: formats.volumeLabel,
            isNumber: true,
            shown: (item) => formats.money(exactly(item, 'volume')),
            plain: (item) => formats.plainMoney(exactly(item, 'volume')),
          },
          {
            name: t('dashboard.share_volume'),
            isNumber: true,
            shown: (item) => formats.percentage(item.volume_percentage),
            plain: (item) => item.volume_percentage,
          },
        ],
      }}
    >
      <Lifecycle
        label={title}
        description={card.text}
        columns={columns}
        lanes={lanes}
        ways={(query.data?.ways ?? []).map(({ from, to, count }) => {
          const percentage = all === 0 ? 0 : (count / all) * 100
          const figures = `${formats.count(count)} (${formats.percentage(percentage)})`
          return { from, to, percentage, text: `${nameOf(from)} → ${nameOf(to)}: ${figures}` }
        })}
        steps={items.map((item) => ({
          key: item.name,
          name: nameOf(item.name),
          percentage: item.count_percentage,
          shown: formats.percentage(item.count_percentage),
          colour: statusColour(item.name),
          lines: [
            `${formats.count(item.count)} (${formats.percentage(item.count_percentage)})`,
            `${formats.money(exactly(item, 'volume'))} (${formats.percentage(item.volume_percentage)})`,
          ],
        }))}
      />
    </ChartCard>
  )
}
