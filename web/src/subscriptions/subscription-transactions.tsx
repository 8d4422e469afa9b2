import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconReceiptOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { Failed } from '../platform/failed.tsx'
import { Instant } from '../platform/instant.tsx'
import { useLabels } from '../platform/labels.ts'
import { useMoney } from '../platform/money.tsx'
import { useList } from '../platform/reading.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { StatusTag } from '../ui/status-tag.tsx'

/** What was paid of it, and tried to be paid: the newest first. */
export function SubscriptionTransactions({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const query = { subscription: id, _limit: '1000' }
  const { data, error, refetch } = useList(transaction, query, { populate: ['payment_profile'] })
  if (error && !data) return <Failed refusal={error} onRetry={refetch} />
  if (!data) return <FieldListSkeleton rows={4} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconReceiptOff />}
        title={t('subscriptions.no_transactions')}
        text={t('subscriptions.no_transactions_text')}
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="refund-table" aria-label={t('subscriptions.tab.transactions')} tabIndex={0}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col" className="right">
              {labels.field(transaction, 'subscription_cycle')}
            </th>
            <th scope="col">{labels.field(transaction, 'created_at')}</th>
            <th scope="col" className="right">
              {labels.field(transaction, 'amount')}
            </th>
            <th scope="col">{labels.field(transaction, 'status')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.id}>
              <td className="right tabular">{row.subscription_cycle}</td>
              <td>
                <TransactionLink id={row.id}>
                  <Instant value={row.created_at} />
                </TransactionLink>
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
  )
}
