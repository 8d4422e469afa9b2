import '@mantine/core/styles/Radio.layer.css'
import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useEntity } from '../../api/related.ts'
import { boundOf, type FilterOf, valuesOf, withRange, withValues } from '../address/list-search.ts'
import { AmountRangeEditor } from './amount-range-editor.tsx'
import { ChoiceEditor } from './choice-editor.tsx'
import { IntegerRangeEditor } from './integer-range-editor.tsx'
import { RangeChoiceEditor } from './range-choice-editor.tsx'
import { RelatedEditor } from './related-editor.tsx'
import { TextEditor } from './text-editor.tsx'

const DateRangeEditor = lazy(() =>
  import('./date-range-editor.tsx').then((module) => ({ default: module.DateRangeEditor })),
)

interface FilterEditorProps {
  entity: Entity
  filter: FilterOf
  search: Query
  onChange: (search: Query) => void
}

/** The editor for a kind of field and a kind of filter. It changes the address once, when it is applied. */
export function FilterEditor({ entity, filter, search, onChange }: FilterEditorProps) {
  const { name, kind, field } = filter
  const target = useEntity(field.entity)
  const values = valuesOf(search, name)
  const applyValues = (next: readonly string[]) => onChange(withValues(search, filter, next))

  if (field.isCode)
    return <ChoiceEditor name={name} field={field} isSingle={kind === 'is'} values={values} onApply={applyValues} />

  switch (field.kind) {
    case 'timestamp':
    case 'date':
      return (
        <Suspense fallback={<Skeleton height={300} width={520} maw="80vw" />}>
          <DateRangeEditor
            from={boundOf(search, name, '>')}
            to={boundOf(search, name, '<')}
            onApply={(from, to) => onChange(withRange(search, name, from, to))}
          />
        </Suspense>
      )
    case 'integer':
      if (kind === 'range' && field.ranges)
        return <RangeChoiceEditor filter={filter} ranges={field.ranges} search={search} onChange={onChange} />
      return kind === 'range' ? (
        <IntegerRangeEditor filter={filter} search={search} onChange={onChange} />
      ) : (
        <TextEditor field={field} isSingle={kind === 'is'} values={values} onApply={applyValues} />
      )
    case 'money':
      return <AmountRangeEditor entity={entity} filter={filter} search={search} onChange={onChange} />
    case 'choice':
    case 'choices':
    case 'country':
    case 'currency':
    case 'gateway':
    case 'boolean':
      return <ChoiceEditor name={name} field={field} isSingle={kind === 'is'} values={values} onApply={applyValues} />
    case 'ref':
    case 'refs':
      return target && <RelatedEditor target={target} isSingle={kind === 'is'} values={values} onApply={applyValues} />
    case 'id':
    case 'text':
    case 'texts':
    case 'conditions':
    case 'decimal':
      return <TextEditor field={field} isSingle={kind === 'is'} values={values} onApply={applyValues} />
  }
}
