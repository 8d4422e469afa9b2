import { refundExcluded } from '@kontor/contract/payments/product.rules'
import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import type { TransactionRow } from './rows.ts'
import { useAbilities } from './transaction/use-abilities.ts'

type Action = keyof typeof transactionCan

/** The reason why an action is not possible on the transaction now, in words; undefined when it is possible. */
export function useWhyNot(transaction: TransactionRow): (action: Action) => string | undefined {
  const { t } = useTranslation(['main', 'fields'])
  const abilities = useAbilities(transaction)
  const refusalText = useRefusalText()
  return (action) => {
    if (!transactionCan[action](transaction)) {
      return t(`payments.why_not.${action}`, { status: t(`fields:status.${transaction.status}`) })
    }
    if (transaction.processor === null) return t('payments.why_not.no_processor')
    if (action === 'capture' && transaction.amount === 0) return t('payments.why_not.nothing_held')
    if (action !== 'refund') return undefined
    if (refundableAmount(transaction) <= 0) return t('payments.why_not.all_refunded')
    if (!abilities) return undefined
    const code = refundExcluded(abilities, transaction, refundableAmount(transaction))
    return code && refusalText({ code })
  }
}
