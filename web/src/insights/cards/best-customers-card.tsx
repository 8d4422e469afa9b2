import { customer } from '@kontor/contract/customers/customer.entity'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { bestCustomersEndpoint } from '@kontor/contract/insights/customer-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import { SegmentedControl } from '@mantine/core'
import filterBar from '../../platform/list/filters/filter-bar.module.css'
import quietLink from '../../ui/words/quiet-link.module.css'
import typography from '../../ui/words/typography.module.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CurrencySelect } from '../dashboard-filters.tsx'
import { isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import { useTransactionTarget } from '../targets.ts'
import type { Dashboard } from '../use-dashboard.ts'
import { RankingCard, type RankingColumn } from './ranking-card.tsx'
import { useCard } from './use-card.tsx'

type Reply = ReplyOf<typeof bestCustomersEndpoint>
type Item = Reply['items'][number]

interface BestCustomersCardProps {
  query: UseQueryResult<Reply, ApiRefusal>
  output: 'count' | 'volume'
  dashboard: Dashboard
}

const country = { kind: 'country', optional: true } as const

/**
 * The best customers by count or by volume (000 section 2). Each row links to the customer, its count to the customer's
 * payments.
 */
export function BestCustomersCard({ query, output, dashboard }: BestCustomersCardProps) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const mayList = useMay(customer.roles.list)
  const targetOf = useTransactionTarget()
  const card = useCard(query, `best-customers-by-${output}`)
  const currency = query.data?.currency_code ?? ''
  const formats = useFormats(currency, isConverted(query.data))
  const nameOf = (item: Item) => item.customer.name ?? `…${item.customer.id.slice(-8)}`
  const columns: RankingColumn<Item>[] = [
    { name: t('fields:name'), plain: nameOf, cell: (item) => <span className={typography.clip}>{nameOf(item)}</span> },
    {
      name: t('fields:city'),
      plain: (item) => item.customer.city ?? '',
      cell: (item) => <span className={typography.clip}>{item.customer.city || '–'}</span>,
    },
    {
      name: t('fields:region'),
      plain: (item) => item.customer.region ?? '',
      cell: (item) => <span className={typography.clip}>{item.customer.region || '–'}</span>,
    },
    {
      name: t('fields:country_code'),
      plain: (item) => item.customer.country_code ?? '',
      cell: (item) =>
        item.customer.country_code ? labels.value('country_code', country, item.customer.country_code) : '–',
    },
    {
      name: formats.volumeLabel,
      isNumber: true,
      plain: (item) => formats.plainMoney(exactly(item, 'volume')),
      cell: (item) => formats.money(exactly(item, 'volume')),
    },
    {
      name: t('dashboard.transactions'),
      isNumber: true,
      plain: (item) => item.count,
      cell: (item) => {
        const target = query.data && targetOf(query.data, { customer: item.customer.id })
        const count = formats.count(item.count)
        return target ? (
          <Link to={target.to} search={target.search} preload={false} className={quietLink.link}>
            {count}
          </Link>
        ) : (
          count
        )
      },
    },
    {
      name: t('fields:status'),
      plain: (item) => item.customer.status,
      cell: (item) => <StatusTag status={item.customer.status} />,
    },
    ...(mayList
      ? [
          {
            name: t('dashboard.view'),
            plain: (item: Item) => item.customer.id,
            cell: (item: Item) => (
              <Link
                to={customersRoute}
                search={{ id: item.customer.id }}
                preload={false}
                className={quietLink.link}
                aria-label={t('dashboard.view_customer', { name: nameOf(item) })}
              >
                {t('dashboard.view')}
              </Link>
            ),
          },
        ]
      : []),
  ]
  return (
    <RankingCard
      {...card}
      title={t('dashboard.best_customers')}
      height={200}
      rows={query.data?.items ?? []}
      keyOf={({ customer: { id } }) => id}
      columns={columns}
      head={
        <div className={filterBar.bar}>
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.ranked_by')}
            value={output}
            onChange={(value) => dashboard.change({ ...dashboard.search, output: value })}
            data={[
              { value: 'count', label: t('dashboard.by_count') },
              { value: 'volume', label: t('dashboard.by_volume') },
            ]}
          />
          {query.data && <CurrencySelect dashboard={dashboard} money={query.data} />}
        </div>
      }
    />
  )
}

const customersRoute: string = '/customers'
