import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'

interface Volume {
  currency_code: string
  volume: number | null
  too_large?: Record<string, string> | undefined
}

/** Figures of a back-test in words. Parts are parts of 1. */
export function useBacktestWords() {
  const { i18n } = useTranslation()
  const money = useMoney()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  return {
    count: (value: number) => new Intl.NumberFormat(i18n.language).format(value),
    part: (value: number) => percent.format(value),
    /** Percentage points. */
    points: (value: number) => points.format(Math.abs(value) * 100),
    volume: (volumes: readonly Volume[]) =>
      list.format(
        volumes.map(({ currency_code, volume, too_large }) =>
          money(volume ?? too_large?.['volume'] ?? '', currency_code),
        ),
      ),
  }
}
