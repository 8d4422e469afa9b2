import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconCreditCard } from '@tabler/icons-react'
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

const shown = 100

/** The payments that were made or tried through a link, the newest first. */
export function LinkTransactions({ by, id }: { by: 'payment_link' | 'card_add_link'; id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const { data, error, refetch } = useList(transaction, { [by]: id, _limit: String(shown) })
  if (error && !data) return <Failed refusal={error} onRetry={refetch} />
  if (!data) return <FieldListSkeleton rows={4} />
  if (data.length === 0) return <EmptyState icon={<IconCreditCard />} title={t('links.no_transactions')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="refund-table" aria-label={t('links.tab.transactions')} tabIndex={0}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{labels.field(transaction, 'created_at')}</th>
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
              <td>{labels.value('payment_product', undefined, row.payment_product)}</td>
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
