import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { type ConditionValue, type RuleName, ruleTypes } from '@kontor/contract/decisions/conditions/condition.rules'
import { useCategories } from '../../organisations/category-field.tsx'
import { useList } from '../../platform/api/reading.ts'
import { titleOfRow } from '../../platform/api/related.ts'
import { useMay } from '../../platform/viewer.ts'

interface Asked {
  readonly name: RuleName | null
  readonly value: ConditionValue | null
}

/**
 * The names of what conditions ask for: cards and customers by id, as far as the viewer may list them, and categories of trade
 * by number.
 */
export function useAskedNames(conditions: readonly Asked[]): Readonly<Record<string, string>> {
  const cards = useNames(card, idsIn(conditions, 'card'))
  const customers = useNames(customer, idsIn(conditions, 'customer'))
  const { options } = useCategories({ enabled: conditions.some(({ name }) => name === 'mcc') })
  const categories = Object.fromEntries(options.map(({ value, label }) => [value, label]))
  return { ...cards, ...customers, ...categories }
}

function useNames(of: typeof card | typeof customer, ids: readonly string[]): Record<string, string> {
  const may = useMay(of.roles.list)
  const { data = [] } = useList(of, { id: ids, _limit: '100' }, { enabled: may && ids.length > 0 })
  return Object.fromEntries(data.map((row) => [row.id, titleOfRow(row)]))
}

const idsIn = (conditions: readonly Asked[], name: 'card' | 'customer'): string[] => [
  ...new Set(
    conditions
      .filter((each) => each.name === name && ruleTypes[name].kind === 'text')
      .flatMap(({ value }) => value)
      .filter((value): value is string => typeof value === 'string')
      .slice(0, 100),
  ),
]
