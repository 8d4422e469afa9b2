import { useTranslation } from 'react-i18next'
import type { FigureColumn, Figures } from '../ui/charts/figures.ts'
import { type Hour, hourText } from './cards/time-of-day.ts'
import { type Conversion, isConverted } from './conversion.ts'
import { weekdayNames } from './period-text.ts'
import { useFormats } from './use-formats.ts'

/** Hours of the week as figures, by weekday, by hour, or by both. */
export function useHourFigures(
  rows: readonly Hour[],
  of: { currency_code: string; conversion: Conversion | null } | undefined,
  by: readonly ('weekday' | 'hour')[],
) {
  const { t, i18n } = useTranslation()
  const formats = useFormats(of?.currency_code ?? '', isConverted(of ?? {}))
  const names = weekdayNames(i18n.language)
  const dayOf = ({ weekday }: Hour) => names[weekday - 1]?.long ?? ''
  const nameOf = (hour: Hour) =>
    by
      .map((each) => (each === 'weekday' ? dayOf(hour) : t('dashboard.from_hour', { hour: hourText(hour.hour) })))
      .join(' ')
  const linesOf = ({ count, volume }: Hour) => [
    t('dashboard.transactions_of', { count, number: formats.count(count) }),
    formats.money(volume),
  ]
  const keys: Record<'weekday' | 'hour', FigureColumn<Hour>> = {
    weekday: { name: t('dashboard.weekday'), shown: dayOf, plain: ({ weekday }) => weekday },
    hour: { name: t('dashboard.period.hour'), shown: ({ hour }) => hourText(hour), plain: ({ hour }) => hour },
  }
  const figures: Figures<Hour> = {
    rows,
    keyOf: ({ weekday, hour }) => `${weekday}-${hour}`,
    columns: [
      ...by.map((each) => keys[each]),
      {
        name: t('dashboard.transactions'),
        isNumber: true,
        shown: ({ count }) => formats.count(count),
        plain: ({ count }) => count,
      },
      {
        name: formats.volumeLabel,
        isNumber: true,
        shown: ({ volume }) => formats.money(volume),
        plain: ({ volume }) => formats.plainMoney(volume),
      },
    ],
  }
  return { figures, nameOf, linesOf, names, formats }
}
