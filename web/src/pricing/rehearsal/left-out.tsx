import { Alert, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import type { Rehearsal } from './rehearsal-row.ts'

/** Names what a rehearsal could not price; nothing where it priced all. */
export function LeftOut({ of: { left_out }, children }: { of: Rehearsal; children?: ReactNode }) {
  const { t } = useTranslation()
  if (left_out.length === 0) return null
  return (
    <Alert color="yellow" mt="xs">
      {t('rehearsal.left_out', { events: left_out.map((event) => t(`pricing.event.${event}`)).join(', ') })}
      {children}
    </Alert>
  )
}

/** The same, and asks whoever activates the version to say that they saw it. */
export function LeftOutSeen({ of }: { of: Rehearsal }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'left_out', label: t('rehearsal.left_out_seen') })
  return (
    <LeftOut of={of}>
      <Checkbox
        mt="sm"
        label={input.label}
        error={input.error}
        disabled={input.readOnly}
        checked={JSON.stringify(value) === JSON.stringify(of.left_out)}
        onChange={(event) => set(event.currentTarget.checked ? of.left_out : undefined)}
      />
    </LeftOut>
  )
}
