import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionLifecycleEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import {
  type TransactionStatus,
  transactionStatuses,
  transactionTransitions,
} from '@kontor/contract/payments/transaction.rules'
import { exactly } from '@kontor/contract/sums'
import { maySucceed } from '@kontor/contract/transitions'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { Lifecycle, lifecycleHeight } from '../../ui/charts/lifecycle.tsx'
import { statusColour } from '../../ui/charts/palette.ts'
import { isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof transactionLifecycleEndpoint>

// INITIATED leads to AUTHORIZED or PENDING, these lead to the final statuses; SETTLEMENT_COMPLETED is the last (000
// section 4).
const columns: readonly (readonly TransactionStatus[])[] = [
  ['INITIATED'],
  ['AUTHORIZED', 'PENDING', 'UNKNOWN'],
  ['SETTLEMENT_REQUESTED', 'DECLINED', 'ABANDONED', 'FAILED', 'CANCELLED', 'AUTHORIZATION_VOIDED'],
  ['SETTLEMENT_COMPLETED'],
]

const isStatus = (name: string): name is TransactionStatus => transactionStatuses.some((status) => status === name)
const follows = (from: string, to: string): boolean =>
  isStatus(from) && isStatus(to) && maySucceed(transactionTransitions, from, to)

/** The number of payments that passed each status. */
export function LifecycleCard({ query }: { query: UseQueryResult<Reply, ApiRefusal> }) {
  const { t } = useTranslation()
  const card = useCard(query, 'transaction-lifecycle')
  const formats = useFormats(query.data?.currency_code ?? '', isConverted(query.data))
  const title = t('dashboard.lifecycle')
  const items = query.data?.items ?? []
  const nameOf = (status: string) => t(`fields:status.${status}`, { defaultValue: status })
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
        follows={follows}
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
