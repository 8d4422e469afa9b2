import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { ReferenceLink } from '../payments/payment-links.tsx'
import { RefundedFlag } from '../payments/refunds/refunded-flag.tsx'
import { RespondBy } from '../payments/respond-by.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { Money } from '../platform/value/money.tsx'
import styles from './chargeback.page.module.css'
import { ChargebackReason } from './chargeback-reason.tsx'

// The columns of specification 000 section 2, and the last day to answer.
const columns = columnsOf(
  chargeback,
  ['created_at', 'merchant_reference', 'payment_product', 'amount', 'reason', 'status', 'respond_by'],
  {
    extra: [
      'id',
      'reason_code',
      'transaction_amount',
      'refunded_amount',
      'answer',
      'answered_at',
      'answered_by',
      'evidence_count',
      'status_reason',
      'last_status_update',
      'payment_profile',
      'processor',
      'card',
      'organisation',
      'processor_id_external',
    ],
    // The last day to answer counts more than the day on which it came.
    lines: { when: 'respond_by' },
    special: {
      merchant_reference: (row) => <ReferenceLink reference={row.merchant_reference} />,
      amount: (row) => (
        <span className={styles.flagged}>
          <RefundedFlag row={row} />
          <Money amount={row.amount} currency={row.currency_code} />
        </span>
      ),
      reason: (row) => <ChargebackReason row={row} />,
      respond_by: (row) => <RespondBy row={row} />,
    },
  },
)
const populate = ['payment_profile', 'processor', 'card', 'organisation']

export default function ChargebackPage() {
  return <ListPage columns={columns} populate={populate} />
}
