import { exponentOf } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'
import type { AmountValue } from '../platform/value/amount-typed.ts'
import { useMoney } from '../platform/value/money.tsx'

interface Limit {
  most: number
  currency: string
  /** The key of the text for an amount above the limit. */
  over: 'payments.over_refundable' | 'payments.over_authorized'
}

/** The reason why an amount cannot be sent, in words; null when it can. */
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
