import { exponentOf } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../platform/value/use-money.ts'

/** The key of the text for an amount above the limit. */
type Over = 'payments.over_refundable' | 'payments.over_authorized'

/** The reason why an amount of a field cannot be sent, in words; null when it can. `most` is the limit, in minor units. */
export function useAmountProblem(currency: string, over: Over): (amount: unknown, most: number) => string | null {
  const { t } = useTranslation()
  const money = useMoney()
  return (amount, most) => {
    if (amount === null) return t('form.amount_required')
    if (typeof amount !== 'number') return t('form.amount_invalid', { count: exponentOf(currency) })
    if (amount === 0) return t('form_validation.must_be_positive')
    return amount > most ? t(over, { amount: money(most, currency) }) : null
  }
}
