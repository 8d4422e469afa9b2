import { linesBelowCost } from '@kontor/contract/pricing/below-cost'
import { listCostsOfRevenueSchemeEndpoint } from '@kontor/contract/pricing/costs/costs.endpoints'
import { inCurrencyOf, type Line } from '@kontor/contract/pricing/price.rules'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { BelowCostList } from './below-cost-list.tsx'
import { useBelowCostText } from './below-cost-words.ts'

interface BelowCostNowProps {
  /** The id of the scheme. */
  scheme: string
  lines: readonly Line[]
  currency: string | null
}

/** Which lines are below what payments cost, as they are typed. */
export function BelowCostNow({ scheme, lines, currency }: BelowCostNowProps) {
  const { t } = useTranslation()
  const textOf = useBelowCostText(currency)
  const { data } = useRead(listCostsOfRevenueSchemeEndpoint, { params: { id: scheme } })
  const costs = data?.costs
  // The lines are new objects at each key: their content says whether they changed.
  const typed = JSON.stringify(lines)
  const found = useMemo(
    () =>
      (costs ?? []).flatMap((cost) =>
        linesBelowCost(inCurrencyOf(currency, JSON.parse(typed)), cost.lines).map((each) => ({
          ...each,
          scheme_name: cost.scheme_name,
        })),
      ),
    [costs, currency, typed],
  )
  if (!costs) return null
  return (
    <div data-below-cost={found.length}>
      <Text fw={600} size="sm" role="status">
        {costs.length === 0
          ? t('pricing.no_costs')
          : found.length === 0
            ? t('pricing.above_cost')
            : t('pricing.below_cost_title', { count: new Set(found.map(({ line }) => line)).size })}
      </Text>
      <BelowCostList texts={found.map(textOf)} />
      {costs.length > 0 && lines.some(({ event }) => event === 'month_maximum') && (
        <Text size="sm">{t('pricing.maximum_not_compared')}</Text>
      )}
    </div>
  )
}
