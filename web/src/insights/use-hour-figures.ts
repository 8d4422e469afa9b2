import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import type { FigureColumn, Figures } from '../ui/charts/figures.ts'
import { type Hour, hourText } from './cards/time-of-day.ts'
import { type Conversion, isConverted } from './money/conversion.ts'
import { useFormats } from './money/use-formats.ts'
import { weekdayNames } from './period-text.ts'

/** Hours of the week as figures: by weekday, by hour, or by both. */
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
  const linesOf = (hour: Hour) => [
    t('dashboard.transactions_of', { count: hour.count, number: formats.count(hour.count) }),
    formats.money(exactly(hour, 'volume')),
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
        shown: (hour) => formats.money(exactly(hour, 'volume')),
        plain: (hour) => formats.plainMoney(exactly(hour, 'volume')),
      },
    ],
  }
  return { figures, nameOf, linesOf, names, formats }
}
