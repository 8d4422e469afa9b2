import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { useTranslation } from 'react-i18next'
import type { TransactionRow } from './rows.ts'

type Action = keyof typeof transactionCan

/** The reason why an action is not possible on a transaction now, in words; undefined when it is possible. */
export function useWhyNot(): (action: Action, transaction: TransactionRow) => string | undefined {
  const { t } = useTranslation()
  return (action, transaction) => {
    if (!transactionCan[action](transaction)) {
      return t(`payments.why_not.${action}`, { status: t(`fields:status.${transaction.status}`) })
    }
    if (transaction.processor === null) return t('payments.why_not.no_processor')
    if (action === 'capture' && transaction.amount === 0) return t('payments.why_not.nothing_held')
    if (action === 'refund' && refundableAmount(transaction) <= 0) return t('payments.why_not.all_refunded')
    return undefined
  }
}
