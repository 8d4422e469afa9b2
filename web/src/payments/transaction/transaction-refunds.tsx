import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { type Refund, refund } from '@kontor/contract/payments/refund.entity'
import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell } from '../../ui/table/small-table.tsx'
import typography from '../../ui/words/typography.module.css'
import { isUnderWay, useFollowUp } from '../follow-up.ts'
import { RefundLink } from '../payment-links.tsx'
import { RefundDialog } from '../refunds/refund.form.tsx'
import type { TransactionRow } from '../rows.ts'
import { useWhyNot } from '../why-not.ts'
import styles from './transaction-refunds.module.css'

interface TransactionRefundsProps {
  transaction: TransactionRow
  onRefunded: (id: string) => void
}

/** The refunds of a transaction, newest first, and the refundable amount. */
export function TransactionRefunds({ transaction, onRefunded }: TransactionRefundsProps) {
  // The largest page of a list; no payment has a thousand refunds.
  const { data, error, refetch } = useList(refund, { transaction: transaction.id, _limit: '1000' })
  useFollowUp({
    ids: [transaction.id],
    state: data?.map(({ status }) => status).join(' '),
    isUnderWay: (data ?? []).some(({ status }) => isUnderWay(status)),
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <>
      <Totals transaction={transaction} onRefunded={onRefunded} />
      {data.length === 0 ? <NoRefunds /> : <RefundTable rows={data} />}
    </>
  )
}

function Totals({ transaction, onRefunded }: TransactionRefundsProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const whyNot = useWhyNot(transaction)
  const [opened, setOpened] = useState(false)
  const { currency_code: currency } = transaction
  return (
    <div className={styles.totals}>
      <dl>
        <div>
          <dt>{t('payments.total_refunded')}</dt>
          <dd className={typography.tabular}>{money(transaction.refunded_amount, currency)}</dd>
        </div>
        <div>
          <dt>{t('payments.still_refundable')}</dt>
          <dd className={typography.tabular}>{money(refundableAmount(transaction), currency)}</dd>
        </div>
      </dl>
      <IfMay do={refundTransactionEndpoint}>
        <ActionButton
          icon={IconArrowBackUp}
          label={t('payments.add_refund')}
          reason={whyNot('refund')}
          onClick={() => setOpened(true)}
        />
        <RefundDialog
          transaction={transaction}
          opened={opened}
          onClose={() => setOpened(false)}
          onRefunded={onRefunded}
        />
      </IfMay>
    </div>
  )
}

function NoRefunds() {
  const { t } = useTranslation()
  return <EmptyState icon={<IconArrowBackUp />} title={t('payments.no_refunds')} text={t('payments.no_refunds_text')} />
}

function RefundTable({ rows }: { rows: readonly Refund[] }) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const money = useMoney()
  return (
    <SmallTable label={t('payments.tab.refunds')}>
      <thead>
        <tr>
          <th scope="col">{labels.field(refund, 'created_at')}</th>
          <NumberHead>{t('fields:amount')}</NumberHead>
          <th scope="col">{labels.field(refund, 'status')}</th>
          <th scope="col">{labels.field(refund, 'reason')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <RefundLink id={row.id}>
                <Instant value={row.created_at} />
              </RefundLink>
            </td>
            <NumberCell>{money(row.amount, row.currency_code)}</NumberCell>
            <td>
              <StatusTag status={row.status} />
            </td>
            <WordsCell>{row.reason ?? '–'}</WordsCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
