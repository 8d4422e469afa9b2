import { checkSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Alert, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useField } from '../../platform/form/fields.tsx'
import { useFormValues } from '../../platform/form/record-form.tsx'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { BelowCostList } from './below-cost-list.tsx'
import { useBelowCostText } from './below-cost-words.ts'

/** Names the lines below their cost on the chosen day, and asks whoever activates the version to say that they saw them. */
export function BelowCostSeen({ row, version }: { row: Scheme; version: SchemeVersion }) {
  const { t } = useTranslation()
  const textOf = useBelowCostText(row.currency_code)
  const { valid_from } = useFormValues()
  const { value, set, input } = useField({ name: 'below_cost', label: t('pricing.below_cost_seen') })
  const isDay = typeof valid_from === 'string' && /^\d{4}-\d\d-\d\d$/.test(valid_from)
  const { data } = useRead(checkSchemeVersionEndpoint.REVENUE, {
    params: { id: row.id, version: version.id },
    query: isDay ? { valid_from } : {},
  })
  const found = data?.below_cost ?? []
  if (found.length === 0) return null
  const lines = [...new Set(found.map(({ line }) => line))]
  return (
    <Alert color="yellow" title={t('pricing.below_cost_title', { count: lines.length })}>
      <BelowCostList texts={found.map(textOf)} />
      <Checkbox
        mt="sm"
        label={input.label}
        error={input.error}
        disabled={input.readOnly}
        // What was ticked for the lines of another day is not ticked for these.
        checked={JSON.stringify(value) === JSON.stringify(lines)}
        onChange={(event) => set(event.currentTarget.checked ? lines : undefined)}
      />
    </Alert>
  )
}
