import { decimalOf, isCurrencyCode } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../platform/money.tsx'

/** Figures as people and as programs read them. */
export function useFormats(currency: string) {
  const { i18n } = useTranslation()
  const money = useMoney()
  const { language } = i18n
  const number = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(language, options)
  const whole = number()
  const compact = number({ notation: 'compact', maximumFractionDigits: 1 })
  const known = isCurrencyCode(currency)
  const compactMoney = known
    ? number({ notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency })
    : compact
  return {
    count: (value: number) => whole.format(value),
    average: (value: number) => number({ maximumFractionDigits: 2 }).format(value),
    shortCount: (value: number) => compact.format(value),
    money: (amount: number) => money(amount, currency),
    shortMoney: (amount: number) => compactMoney.format(decimal(amount, currency)),
    /** In files: 1234.50. */
    plainMoney: (amount: number) => (known ? decimalOf(amount, currency) : String(amount)),
    percentage: (value: number) => `${number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)}%`,
  }
}

export type Formats = ReturnType<typeof useFormats>

/** Axes have round values, where the nearest number will do. */
const decimal = (amount: number, currency: string): number =>
  Number(isCurrencyCode(currency) ? decimalOf(Math.round(amount), currency) : amount)
