import type { Query } from '@kontor/contract/lists/query-string'
import { Radio, Stack } from '@mantine/core'
import { useLabels } from '../../value/labels.ts'
import { boundOf, type FilterOf, withRange } from '../address/list-search.ts'
import { type Ranges, rangeOf } from './named-ranges.ts'

interface RangeChoiceEditorProps {
  filter: FilterOf
  ranges: Ranges
  search: Query
  onChange: (search: Query) => void
}

/** One of the ranges that a number has by name. */
export function RangeChoiceEditor({ filter: { name, field }, ranges, search, onChange }: RangeChoiceEditorProps) {
  const labels = useLabels()
  const chosen = rangeOf(ranges, boundOf(search, name, '>'), boundOf(search, name, '<'))
  return (
    <Radio.Group
      value={chosen ?? ''}
      aria-label={labels.field<string>({ name: '' }, name)}
      onChange={(range) => {
        const [from, to] = ranges[range] ?? []
        if (from !== undefined && to !== undefined) onChange(withRange(search, name, String(from), String(to)))
      }}
    >
      <Stack gap="xs">
        {Object.keys(ranges).map((range) => (
          <Radio key={range} value={range} label={labels.value(name, field, range)} size="xs" />
        ))}
      </Stack>
    </Radio.Group>
  )
}
