import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import typography from '../../ui/words/typography.module.css'

interface Amounts {
  amount: number | null
  minimum_amount: number | null
  maximum_amount: number | null
  currency_code: string
}

/** The amount, or the bounds between which the payer may choose. */
export function useLinkAmount() {
  const { t } = useTranslation()
  const money = useMoney()
  return ({ amount, minimum_amount: least, maximum_amount: most, currency_code }: Amounts): string => {
    if (amount !== null) return money(amount, currency_code)
    const from = least === null ? '' : money(least, currency_code)
    const to = most === null ? '' : money(most, currency_code)
    const name = from && to ? 'between' : from ? 'from' : to ? 'up_to' : 'open'
    return t(`links.amount.${name}`, { from, to, currency: currency_code })
  }
}

export function LinkAmount({ link }: { link: Amounts }) {
  const amountOf = useLinkAmount()
  return <span className={typography.tabular}>{amountOf(link)}</span>
}
