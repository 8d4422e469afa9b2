import { useTranslation } from 'react-i18next'

/** Days of the calendar as people write a range: "9–15 nov 2026". */
export function useDays(): (from: string, through: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, {
    timeZone: 'UTC',
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
  })
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  return (from, through) => format.formatRange(at(from), at(through))
}
