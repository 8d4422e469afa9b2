import { checkSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Alert, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useField } from '../../platform/form/fields.tsx'
import { type FormValues, useFormValues } from '../../platform/form/record-form.tsx'
import type { SchemeVersion } from './scheme-version.ts'

interface Of {
  row: Pick<Scheme, 'id'>
  version: Pick<SchemeVersion, 'id'>
}

/** Of the values of the form: whether the month was seen as it will be owed from the chosen day. The field keeps that day. */
export const isMonthSeen = ({ month_owed, valid_from }: FormValues): boolean =>
  typeof month_owed === 'string' && month_owed === valid_from

/** Names the merchants that will owe the month, and asks whoever activates the version to say that they saw it. */
export function MonthOwedSeen({ row, version }: Of) {
  const { t } = useTranslation()
  const { valid_from } = useFormValues()
  const { value, set, input } = useField({ name: 'month_owed', label: t('pricing.month_owed_seen') })
  const isDay = typeof valid_from === 'string' && /^\d{4}-\d\d-\d\d$/.test(valid_from)
  const { data } = useRead(checkSchemeVersionEndpoint.REVENUE, {
    params: { id: row.id, version: version.id },
    query: isDay ? { valid_from } : {},
  })
  if (!data?.month_owed) return null
  const { currency_code: currency, merchants, names } = data.month_owed
  const named = names.join(', ')
  const unnamed = merchants - names.length
  return (
    <Alert color="yellow" title={t('pricing.month_owed_title', { count: merchants, currency })}>
      {t('pricing.month_owed', {
        currency,
        names: unnamed > 0 ? t('pricing.and_more', { names: named, count: unnamed }) : named,
      })}
      <Checkbox
        mt="sm"
        label={input.label}
        error={input.error}
        disabled={input.readOnly}
        // What was ticked for another day is not ticked for this one.
        checked={value === valid_from}
        onChange={(event) => set(event.currentTarget.checked ? valid_from : undefined)}
      />
    </Alert>
  )
}
