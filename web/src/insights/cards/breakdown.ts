import type { ReplyOf } from '@kontor/contract/endpoint'
import type { transactionByProductEndpoint } from '@kontor/contract/insights/transaction-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import type { Figures } from '../../ui/charts/figures.ts'
import type { Slice } from '../../ui/charts/slice.ts'
import { isConverted } from '../money/conversion.ts'
import { useFormats } from '../money/use-formats.ts'
import type { TargetOf } from '../targets.ts'

export type BreakdownReply = ReplyOf<typeof transactionByProductEndpoint>
export type BreakdownItem = BreakdownReply['items'][number]

interface BreakdownOptions {
  /** The list's filter for a value. */
  filter: string
  nameOf: (value: string) => string
  colourOf: (value: string) => string
  countLabel: string
  valueLabel: string
  targetOf: TargetOf | undefined
}

/** A breakdown as slices and as figures. No filter finds rows whose value is not known. */
export function useBreakdown(reply: BreakdownReply | undefined, options: BreakdownOptions) {
  const { t } = useTranslation()
  const formats = useFormats(reply?.currency_code ?? '', isConverted(reply))
  const items = reply?.items ?? []
  const nameOf = ({ value }: BreakdownItem) => (value === null ? t('chart.not_known') : options.nameOf(value))
  const target = ({ value }: BreakdownItem) =>
    reply && value !== null ? options.targetOf?.(reply, { [options.filter]: value }) : undefined
  const slices: Slice[] = items.map((item) => ({
    key: item.value ?? '',
    name: nameOf(item),
    value: item.count,
    lines: [formats.count(item.count), formats.money(exactly(item, 'volume'))],
    colour: item.value === null ? 'light-dark(#adb5bd, #5c636a)' : options.colourOf(item.value),
    target: target(item),
  }))
  const figures: Figures<BreakdownItem> = {
    rows: items,
    keyOf: ({ value }) => value ?? '',
    columns: [
      { name: options.valueLabel, shown: nameOf, plain: ({ value }) => value ?? '' },
      {
        name: options.countLabel,
        isNumber: true,
        shown: ({ count }) => formats.count(count),
        plain: ({ count }) => count,
      },
      {
        name: formats.volumeLabel,
        isNumber: true,
        shown: (item) => formats.money(exactly(item, 'volume')),
        plain: (item) => formats.plainMoney(exactly(item, 'volume')),
      },
    ],
  }
  const total = formats.count(items.reduce((sum, { count }) => sum + count, 0))
  return { slices, figures, target, total, shortCount: formats.shortCount }
}
