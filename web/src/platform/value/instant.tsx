import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import { useViewer } from '../viewer.ts'

interface InstantProps {
  value: string | null | undefined
  /** For histories, in which several things happen within a minute. */
  hasSeconds?: boolean
}

/** A moment in the viewer's time zone; the tooltip has the exact instant with its offset. */
export function Instant({ value, hasSeconds = false }: InstantProps) {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  if (!value) return '–'
  return (
    <time dateTime={value} title={exactInstant(value, i18n.language, time_zone)} className={typography.tabular}>
      {formatInstant(value, i18n.language, time_zone, hasSeconds)}
    </time>
  )
}

/** A calendar day, which is the same in every time zone. */
export function Day({ value }: { value: string | null | undefined }) {
  const { i18n } = useTranslation()
  if (!value) return '–'
  return (
    <time dateTime={value} className={typography.tabular}>
      {formatDay(value, i18n.language)}
    </time>
  )
}

/** The day on which a moment is in the viewer's time zone, such as an end of a period; the tooltip has the exact instant. */
export function DayOfInstant({ value }: { value: string }) {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  return (
    <time dateTime={value} title={exactInstant(value, i18n.language, time_zone)} className={typography.tabular}>
      {formatterFor(i18n.language, time_zone, dayOptions).format(new Date(value))}
    </time>
  )
}

const dayOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const

export const formatDay = (value: string, language: string): string =>
  formatterFor(language, 'UTC', dayOptions).format(new Date(`${value}T00:00:00Z`))

const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatInstant(value: string, language: string, timeZone: string, hasSeconds = false): string {
  return formatterFor(language, timeZone, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(new Date(value))
}

/** The instant with seconds, milliseconds and offset. */
export function exactInstant(value: string, language: string, timeZone: string): string {
  return formatterFor(language, timeZone, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).format(new Date(value))
}

function formatterFor(language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}/${timeZone}/${Object.keys(options).length}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone })
  formatters.set(key, formatter)
  return formatter
}
