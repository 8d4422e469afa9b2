import type { Entity } from '@kontor/contract/entity'
import type { History as Read } from '@kontor/contract/platform/history'
import { isUuid } from '@kontor/contract/uuid'
import type { ReactNode } from 'react'
import { ShortId } from '../../ui/short-id.tsx'
import { Cell } from '../value/cell.tsx'
import { Day, Instant } from '../value/instant.tsx'
import { useLabels } from '../value/labels.ts'
import { Money } from '../value/money.tsx'
import { PersonName } from '../value/person-name.tsx'
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
  if (typeof value === 'number' && entity.recordedPlaces.includes(name)) return String(value + 1)
  if (typeof value === 'number' && name.endsWith('ppm')) return percentage(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return <Day value={value} />
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value))
    return <Instant value={value} hasSeconds />
  const field = entity.fields[name]
  if (field?.kind === 'money' && read.currency_code === null) return String(value)
  const currency = field?.kind === 'money' ? { [field.currency ?? 'currency_code']: read.currency_code } : {}
  // A part of an item has columns that no field describes.
  if (field?.isPerson || name.endsWith('_by')) return <PersonName name={String(value)} />
  if (field && field.kind !== 'text') return <Cell entity={entity} name={name} row={{ ...currency, [name]: value }} />
  if (typeof value === 'boolean') return labels.value(name, { kind: 'boolean', optional: false }, String(value))
  if (Array.isArray(value)) return <Values name={name} values={value} />
  if (typeof value === 'object') return <Parts of={value} entity={entity} read={read} />
  return field && !field.isCode ? String(value) : labels.value(name, undefined, String(value))
}

/** The parts of a value, such as the columns of an import by their fields, each behind its name. */
function Parts({ of, entity, read }: { of: object } & Pick<ValueProps, 'entity' | 'read'>) {
  const labels = useLabels()
  const entries = Object.entries(of)
  if (entries.length === 0) return '–'
  if (entries.some(([, value]) => typeof value === 'object' && value !== null)) return JSON.stringify(of)
  return entries.map(([name, value], at) => (
    <span key={name}>
      {at > 0 && ', '}
      {labels.field<string>(entity, name)}: <HistoryValue entity={entity} name={name} value={value} read={read} />
    </span>
  ))
}

/** A list that no field describes: texts, or groups of single sign-on with the roles that each gives. */
function Values({ name, values }: { name: string; values: readonly unknown[] }): ReactNode {
  const labels = useLabels()
  if (values.length === 0) return '–'
  const texts = (of: readonly unknown[], as: string) =>
    of.map((each) => labels.value(as, undefined, String(each))).join(', ')
  if (values.every((each) => typeof each === 'string')) return texts(values, name)
  if (!values.every(isGroup)) return JSON.stringify(values)
  return values.map(({ group, roles }) => (
    <div key={group}>
      {group}: {texts(roles, 'roles')}
    </div>
  ))
}

const isGroup = (value: unknown): value is { group: string; roles: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'group' in value && 'roles' in value && Array.isArray(value.roles)
