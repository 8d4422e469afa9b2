import { listRehearsalsEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Alert, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useField } from '../../platform/form/fields.tsx'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { countingOf, type Rehearsal } from './rehearsal-row.ts'

/** Names what a rehearsal could not price; nothing where it priced all. */
export function LeftOut({ of: { left_out } }: { of: Rehearsal }) {
  const { t } = useTranslation()
  if (left_out.length === 0) return null
  return (
    <Alert color="yellow" mt="xs">
      {t('rehearsal.left_out', { events: left_out.map((event) => t(`pricing.event.${event}`)).join(', ') })}
    </Alert>
  )
}

/** Asks whoever activates a version to say that they saw what its rehearsal left out. */
export function LeftOutSeen({ row, version }: { row: Scheme; version: SchemeVersion }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'left_out', label: t('rehearsal.left_out_seen') })
  const { data } = useRead(listRehearsalsEndpoint, { params: { id: row.id, version: version.id } })
  const { left_out = [] } = (data?.is_needed && countingOf(data.rehearsals)) || {}
  if (left_out.length === 0) return null
  return (
    <Checkbox
      label={input.label}
      error={input.error}
      disabled={input.readOnly}
      checked={JSON.stringify(value) === JSON.stringify(left_out)}
      onChange={(event) => set(event.currentTarget.checked ? left_out : undefined)}
    />
  )
}
