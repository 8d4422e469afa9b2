import { type RefundStatus, refundStatuses } from '@kontor/contract/payments/refund.rules'
import { useTranslation } from 'react-i18next'
import { notify } from '../../platform/notify.ts'
import { useReason } from '../../platform/value/reason.ts'

const colours: Readonly<Record<RefundStatus, 'green' | 'blue' | 'yellow' | 'red'>> = {
  PROCESSED: 'green',
  PENDING: 'blue',
  HOLD: 'yellow',
  UNKNOWN: 'yellow',
  FAILED: 'red',
  CANCELLED: 'red',
}

/** Shows the result of a refund, at once or later. */
export function useRefundNotice() {
  const { t } = useTranslation()
  const reasonOf = useReason()
  return (refund: Readonly<Record<string, unknown>>, amount: string): void => {
    const status = refundStatuses.find((each) => each === refund.status) ?? 'PENDING'
    const reason = typeof refund.status_reason === 'string' ? reasonOf(refund.status_reason) : ''
    notify({
      id: `refund-${String(refund.id)}-${status}`,
      color: colours[status],
      message: t(`payments.refund_notice.${status}`, { amount, reason }).trim(),
    })
  }
}
