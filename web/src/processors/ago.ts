import { useTranslation } from 'react-i18next'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago a moment was, in the largest unit that fits: "3 hours ago". */
export function useAgo(): (instant: string, now?: number) => string {
  const { i18n } = useTranslation()
  return (instant, now = Date.now()) => {
    const past_s = Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
    const [unit, length] = units.find(([, each]) => past_s >= each) ?? ['second', 1]
    return new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-Math.floor(past_s / length), unit)
  }
}
