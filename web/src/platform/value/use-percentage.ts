import { useTranslation } from 'react-i18next'

/** "1,2%" of 12000 millionths. */
export function usePercentage(): (ppm: number) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 4 })
  return (ppm) => format.format(ppm / 1_000_000)
}
