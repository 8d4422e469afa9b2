import { movementsOf } from '@kontor/contract/reconciliation/movements.rules'
import type { Difference } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../platform/value/use-money.ts'

/** What writing a difference off loses or gains, in words; empty where nothing is booked. */
export function useWrittenOff(of: Difference): string {
  const { t } = useTranslation()
  const money = useMoney()
  // What was charged stays charged.
  if (of.type === 'COST') return ''
  return movementsOf(of)
    .map(({ amount, currency_code }) =>
      amount < 0
        ? t('reconciliation.write_off_loss', { amount: money(-amount, currency_code) })
        : t('reconciliation.write_off_gain', { amount: money(amount, currency_code) }),
    )
    .join(' ')
}
