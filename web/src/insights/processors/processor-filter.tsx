import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorStatisticsEndpoint } from '@kontor/contract/insights/processor-statistics.endpoints'
import { exactly } from '@kontor/contract/sums'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Processor = ReplyOf<typeof processorStatisticsEndpoint>[number]
type Order = 'turnover' | 'name'

export interface Chosen {
  wanted: string
  order: Order
}

interface Group {
  merchant: string
  name: string
  currency_code: string
  turnover: number
  processors: Processor[]
}

export const turnoverOf = (processor: Processor): number => Number(exactly(processor, 'last24hours'))

export const orders: Record<Order, (one: Processor, other: Processor) => number> = {
  turnover: (one, other) => turnoverOf(other) - turnoverOf(one) || one.name.localeCompare(other.name),
  name: (one, other) => one.name.localeCompare(other.name),
}

export function isWanted({ name, merchant_name, payment_product }: Processor, wanted: string): boolean {
  const text = wanted.trim().toLowerCase()
  return [name, merchant_name, payment_product].some((each) => each.toLowerCase().includes(text))
}

/** The processors by merchant, in the order of their own. */
export function groupsOf(processors: readonly Processor[], order: Order): Group[] {
  const groups = [...Map.groupBy(processors, ({ merchant }) => merchant)].map(([merchant, own]) => ({
    merchant,
    name: own[0]?.merchant_name ?? '',
    currency_code: own[0]?.currency_code ?? '',
    turnover: own.reduce((sum, processor) => sum + turnoverOf(processor), 0),
    processors: own,
  }))
  const byName = (one: Group, other: Group) => one.name.localeCompare(other.name)
  return groups.sort((one, other) =>
    order === 'turnover' ? other.turnover - one.turnover || byName(one, other) : byName(one, other),
  )
}

export function ProcessorFilter({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        size="xs"
        w={240}
        type="search"
        aria-label={t('dashboard.find_processor')}
        placeholder={t('dashboard.find_processor')}
        value={chosen.wanted}
        onChange={({ currentTarget: { value } }) => onChange({ ...chosen, wanted: value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('dashboard.ranked_by')}
        value={chosen.order}
        data={(['turnover', 'name'] as const).map((value) => ({ value, label: t(`dashboard.order_by.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...chosen, order: value === 'name' ? 'name' : 'turnover' })
        }
      />
    </>
  )
}
