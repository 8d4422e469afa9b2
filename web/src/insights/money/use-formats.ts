import { decimalOf, isCurrencyCode } from '@kontor/contract/money'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'

/** Formats of figures, for people and for programs. */
export function useFormats(currency: string, isConverted = false) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const numbers = numbersOf(i18n.language, currency)
  return {
    count: (value: number) => numbers.whole.format(value),
    average: (value: number) => numbers.average.format(value),
    shortCount: (value: number) => numbers.compact.format(value),
    /** A converted amount is marked as such. */
    money: (amount: Amount) => `${isConverted ? about : ''}${money(amount ?? 0, currency)}`,
    volumeLabel: t(isConverted ? 'dashboard.volume_converted' : 'dashboard.volume', { currency }),
    shortMoney: (amount: number) => numbers.compactMoney.format(decimal(amount, currency)),
    /** The amount in export files: 1234.50. */
    plainMoney: (amount: Amount) => (isCurrencyCode(currency) ? decimalOf(amount ?? 0, currency) : String(amount)),
    percentage: (value: number) => `${numbers.percentage.format(value)}%`,
  }
}

/** An amount as `exactly` returns it (contract/src/sums.ts). */
type Amount = number | string | null

/** The sign before a converted amount; the space does not break. */
export const about = '≈\u00a0'

type Numbers = Record<'whole' | 'average' | 'compact' | 'compactMoney' | 'percentage', Intl.NumberFormat>

// The formats are cached: creating one takes a thousand times as long as using it.
const made = new Map<string, Numbers>()

function numbersOf(language: string, currency: string): Numbers {
  const key = `${language}/${currency}`
  const numbers = made.get(key) ?? makeNumbers(language, currency)
  made.set(key, numbers)
  return numbers
}

function makeNumbers(language: string, currency: string): Numbers {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const
  const compact = new Intl.NumberFormat(language, short)
  return {
    whole: new Intl.NumberFormat(language),
    average: new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
    compact,
    compactMoney: isCurrencyCode(currency)
      ? new Intl.NumberFormat(language, { ...short, style: 'currency', currency })
      : compact,
    percentage: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  }
}

/** Rounded to a number, which is exact enough for an axis. */
const decimal = (amount: number, currency: string): number =>
  Number(isCurrencyCode(currency) ? decimalOf(Math.round(amount), currency) : amount)
