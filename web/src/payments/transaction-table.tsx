import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiQuery } from '../platform/api-client.ts'
import { Failed } from '../platform/failed.tsx'
import { Instant } from '../platform/instant.tsx'
import { useLabels } from '../platform/labels.ts'
import { useMoney } from '../platform/money.tsx'
import { useCount, useList } from '../platform/reading.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { TransactionLink } from './payment-links.tsx'
import { PaymentMethod } from './payment-method.tsx'

/** 000 section 9. */
const pageSize = 25

interface TransactionTableProps {
  /** Which transactions. */
  query: ApiQuery
  skip: number
  onSkip: (skip: number) => void
  emptyIcon: ReactNode
  emptyTitle: string
  emptyText: string
}

/** Transactions inside a panel: a page of 25, newest first, each a link to itself. */
export function TransactionTable({ query, skip, onSkip, ...empty }: TransactionTableProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const { data, error, refetch } = useList(transaction, {
    ...query,
    _sort: '-created_at',
    _limit: String(pageSize),
    ...(skip > 0 ? { _skip: String(skip) } : {}),
  })
  const { data: total } = useCount(transaction, query)
  if (error && !data) return <Failed refusal={error} onRetry={refetch} />
  if (!data) return <FieldListSkeleton rows={8} />
  if (data.length === 0 && skip === 0)
    return <EmptyState icon={empty.emptyIcon} title={empty.emptyTitle} text={empty.emptyText} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="refund-table" aria-label={labels.entities(transaction)} tabIndex={0}>
        <table className="small-table">
          <thead>
            <tr>
              <th scope="col">{labels.field(transaction, 'created_at')}</th>
              <th scope="col">{labels.field(transaction, 'merchant_reference')}</th>
              <th scope="col">{labels.field(transaction, 'payment_product')}</th>
              <th scope="col" className="right">
                {labels.field(transaction, 'amount')}
              </th>
              <th scope="col">{labels.field(transaction, 'status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td>
                  <TransactionLink id={row.id}>
                    <Instant value={row.created_at} />
                  </TransactionLink>
                </td>
                <td className="anywhere">{row.merchant_reference}</td>
                <td>
                  <PaymentMethod method={row} />
                </td>
                <td className="right tabular">{money(row.amount, row.currency_code)}</td>
                <td>
                  <StatusTag status={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total !== undefined && total > pageSize && (
        <Group justify="space-between" mt="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('list.rows', { from: skip + 1, to: skip + data.length, total })}
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              disabled={skip === 0}
              onClick={() => onSkip(Math.max(0, skip - pageSize))}
            >
              {t('list.previous_page')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={skip + pageSize >= total}
              onClick={() => onSkip(skip + pageSize)}
            >
              {t('list.next_page')}
            </Button>
          </Group>
        </Group>
      )}
    </>
  )
}
