import { transaction } from '@kontor/contract/payments/transaction.entity'
import type { Reversal } from '@kontor/contract/payments/transaction.rules'
import { useLabels } from '../platform/value/labels.ts'
import { type StatusColour, StatusTag } from '../ui/status-tag.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import styles from './payment-status.module.css'

const colours: Readonly<Record<Reversal, StatusColour>> = {
  REFUND_PENDING: 'blue',
  PARTIALLY_REFUNDED: 'gray',
  REFUNDED: 'gray',
  DISPUTED: 'yellow',
  DISPUTE_LOST: 'red',
  DISPUTE_WON: 'green',
}

/** The status of a payment, and what its refunds and chargebacks made of it. */
export function PaymentStatus({ payment }: { payment: { status: string; reversals: readonly Reversal[] } }) {
  return (
    <span className={styles.tags}>
      <StatusTag status={payment.status} />
      <ReversalTags reversals={payment.reversals} />
    </span>
  )
}

export function ReversalTags({ reversals }: { reversals: readonly Reversal[] }) {
  const labels = useLabels()
  return reversals.map((reversal) => (
    <WordTag key={reversal} color={colours[reversal]}>
      {labels.value('reversals', transaction.fields.reversals, reversal)}
    </WordTag>
  ))
}
