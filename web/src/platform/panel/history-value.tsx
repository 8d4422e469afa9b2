import type { Entity } from '@kontor/contract/entity'
import type { History as Read } from '@kontor/contract/platform/history'
import { isUuid } from '@kontor/contract/uuid'
import type { ReactNode } from 'react'
import { ShortId } from '../../ui/short-id.tsx'
import { Cell } from '../value/cell.tsx'
import { Day, Instant } from '../value/instant.tsx'
import { useLabels } from '../value/labels.ts'
import { Money } from '../value/money.tsx'
import { usePercentage } from '../value/use-percentage.ts'

interface ValueProps {
  entity: Entity
  name: string
  value: unknown
  read: Read
}

/** A value as it was recorded, in words. */
export function HistoryValue({ entity, name, value, read }: ValueProps): ReactNode {
  const labels = useLabels()
  const percentage = usePercentage()
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string' && isUuid(value)) return read.names[value] ?? <ShortId value={value} />
  if (typeof value === 'number' && entity.recordedAmounts.includes(name) && read.currency_code !== null)
    return <Money amount={value} currency={read.currency_code} />
  if (typeof value === 'number' && name.endsWith('ppm')) return percentage(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return <Day value={value} />
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value))
    return <Instant value={value} hasSeconds />
  const field = entity.fields[name]
  if (field?.kind === 'money' && read.currency_code === null) return String(value)
  const currency = field?.kind === 'money' ? { [field.currency ?? 'currency_code']: read.currency_code } : {}
  if (field && field.kind !== 'text') return <Cell entity={entity} name={name} row={{ ...currency, [name]: value }} />
  if (typeof value === 'boolean') return labels.value(name, { kind: 'boolean', optional: false }, String(value))
  if (typeof value === 'object') return JSON.stringify(value)
  return field ? String(value) : labels.value(name, undefined, String(value))
}
