import { exponentOf } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'
import type { AmountValue } from '../platform/value/amount-typed.ts'
import { useMoney } from '../platform/value/money.tsx'

interface Limit {
  most: number
  currency: string
  /** What is said when it is more: `payments.over_…`. */
  over: 'payments.over_refundable' | 'payments.over_authorized'
}

/** Why an amount cannot be sent, in words, or null. */
export function useAmountProblem({ most, currency, over }: Limit): (value: AmountValue) => string | null {
  const { t } = useTranslation()
  const money = useMoney()
  return (value) => {
    if (value === null) return t('form.amount_required')
    if (value === 'invalid') return t('form.amount_invalid', { count: exponentOf(currency) })
    if (value === 0) return t('form_validation.must_be_positive')
    return value > most ? t(over, { amount: money(most, currency) }) : null
  }
}
