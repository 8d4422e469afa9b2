import type { ReplyOf } from '@kontor/contract/endpoint'
import type { highestRefundsEndpoint } from '@kontor/contract/insights/refund-statistics.endpoints'
import { decimalOf } from '@kontor/contract/money'
import { refund } from '@kontor/contract/payments/refund.entity'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useMay } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import quietLink from '../../ui/words/quiet-link.module.css'
import typography from '../../ui/words/typography.module.css'
import { useRangeText } from '../range-text.ts'
import { RankingCard, type RankingColumn } from './ranking-card.tsx'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof highestRefundsEndpoint>
type Item = Reply['items'][number]

/** The columns of 000 section 2: date, reference, payment type, transaction amount, refund amount, reason, status. */
export function HighestRefundsCard({ query }: { query: UseQueryResult<Reply, ApiRefusal> }) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const mayList = useMay(refund.roles.list)
  const card = useCard(query, 'highest-refunds')
  const rangeText = useRangeText()
  const reply = query.data
  // Each amount is shown in its own currency: only the order needs exchange rates.
  const text = reply?.conversion
    ? t('dashboard.ranked_in_base', {
        range: rangeText({ from: reply.from, to: reply.to }),
        currency: reply.currency_code,
      })
    : card.text
  const currencyOf = (item: Item) => item.payment_profile.currency_code
  const columns: RankingColumn<Item>[] = [
    {
      name: t('fields:last_status_update'),
      plain: (item) => item.last_status_update,
      cell: (item) => <Instant value={item.last_status_update} />,
    },
    {
      name: t('fields:merchant_reference'),
      plain: (item) => item.transaction.merchant_reference,
      cell: (item) =>
        mayList ? (
          <Link
            to="/refunds/$id"
            params={{ id: item.id }}
            preload={false}
            className={`${quietLink.link} ${typography.clip}`}
          >
            {item.transaction.merchant_reference}
          </Link>
        ) : (
          <span className={typography.clip}>{item.transaction.merchant_reference}</span>
        ),
    },
    {
      name: t('fields:payment_product'),
      plain: (item) => item.transaction.payment_product,
      cell: (item) => labels.value('payment_product', undefined, item.transaction.payment_product),
    },
    {
      name: t('fields:transaction_amount'),
      isNumber: true,
      plain: (item) => decimalOf(item.transaction.amount, currencyOf(item)),
      cell: (item) => <Money amount={item.transaction.amount} currency={currencyOf(item)} />,
    },
    {
      name: t('fields:refund.amount'),
      isNumber: true,
      plain: (item) => decimalOf(item.amount, currencyOf(item)),
      cell: (item) => <Money amount={item.amount} currency={currencyOf(item)} />,
    },
    {
      name: t('fields:reason'),
      plain: (item) => item.reason ?? '',
      cell: (item) => <span className={typography.clip}>{item.reason || '–'}</span>,
    },
    {
      name: t('fields:status'),
      plain: (item) => item.status,
      cell: (item) => <StatusTag status={item.status} />,
    },
  ]
  return (
    <RankingCard
      {...card}
      text={text}
      title={t('dashboard.highest_refunds')}
      height={200}
      rows={query.data?.items ?? []}
      keyOf={({ id }) => id}
      columns={columns}
    />
  )
}
