import type { Entity } from '@kontor/contract/entity'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import typography from '../ui/words/typography.module.css'
import { AuthenticationCell } from './authentication.tsx'
import type { CallRow } from './rows.ts'

type Field = readonly [label: string, value: React.ReactNode]

/** Who called, and which address (001 section 2.7): the overview of each tab. */
export function CallOverview({ entity, row, more = [] }: { entity: Entity; row: CallRow; more?: readonly Field[] }) {
  const labels = useLabels()
  const url = (
    <span key="url" className={typography.anywhere}>
      {row.url}
    </span>
  )
  return (
    <FieldList
      fields={[
        [labels.field<string>(entity, 'authentication'), <AuthenticationCell key="who" row={row} />],
        [labels.field<string>(entity, 'url'), url],
        ...more,
      ]}
    />
  )
}
