import type { BelowCost } from '@kontor/contract/pricing/below-cost'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import { useLineWords } from '../line-words.ts'

/** A line below its cost in a sentence: which payments of which amounts are meant, and which line of costs. */
export function useBelowCostText(currency: string | null): (found: BelowCost & { scheme_name: string }) => string {
  const { t } = useTranslation()
  const money = useMoney()
  const words = useLineWords(currency)
  return ({ line, cost_line, scheme_name, payments, from, until }) => {
    const own = payments.currency_code ?? currency
    const amount = (value: number) => (own ? money(value, own) : String(value))
    // What is named beside the amounts, which are said apart; the currency stands in them.
    const named = words.nameOf({
      ...payments,
      ...{ amount_from: null, amount_until: null, text_nl: null, text_en: null },
      ...(own === currency && { currency_code: null }),
    })
    const range =
      until === null
        ? from > 1
          ? t('pricing.from', { from: amount(from) })
          : t('pricing.any_amount')
        : from > 1
          ? t('pricing.from_until', { from: amount(from), until: amount(until) })
          : t('pricing.until', { until: amount(until) })
    return t('pricing.below_cost', {
      ...{ line, cost_line, scheme: scheme_name, range },
      payments: `${t(`pricing.event.${payments.event}`)}, ${named}`,
    })
  }
}
