import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { PaymentMethod } from '../payment-method.tsx'
import type { TransactionRow } from '../rows.ts'
import { useWhyNot } from '../why-not.ts'
import styles from './found-transaction.module.css'

/** One search result. A transaction that cannot be refunded gives the reason and cannot be chosen. */
export function FoundTransaction({ row, onChoose }: { row: TransactionRow; onChoose: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  const reason = useWhyNot(row)('refund')
  return (
    <li>
      <UnstyledButton
        className={styles.row}
        aria-disabled={reason !== undefined}
        onClick={reason === undefined ? onChoose : undefined}
      >
        <span className={styles.line}>
          <strong className={typography.clip}>{row.merchant_reference}</strong>
          <strong className={typography.tabular}>{money(row.amount, row.currency_code)}</strong>
        </span>
        <span className={styles.line}>
          <span className={styles.facts}>
            <Instant value={row.created_at} />
            <PaymentMethod method={row} />
            {row.customer_name && <span className={typography.clip}>{row.customer_name}</span>}
          </span>
          <StatusTag status={row.status} />
        </span>
        <span className={typography.sub}>
          {reason ?? t('payments.found_refundable', { amount: money(refundableAmount(row), row.currency_code) })}
        </span>
      </UnstyledButton>
    </li>
  )
}
