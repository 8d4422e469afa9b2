import type { Entity } from '@kontor/contract/entity'
import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../../ui/words/typography.module.css'
import type { ApiQuery } from '../../api/api-client.ts'
import { useList } from '../../api/reading.ts'
import { titleOfRow } from '../../api/related.ts'
import { useFactsOf } from '../../value/use-facts-of.ts'
import { useMay } from '../../viewer.ts'
import { type FieldProps, useField } from '../fields.tsx'
import { OptionsNotRead, useNothingFound } from '../options-not-read.tsx'
import { type AnyRow, choicesOf, exactFirst } from './related-select.tsx'

interface RelatedValuesProps {
  target: Entity
  /** The filter of the rows that may be chosen. */
  query?: ApiQuery
  /** The title of a row, when its name is not enough. */
  titleOf?: (row: AnyRow) => string
  label: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  withAsterisk?: boolean
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  /** Ids. */
  values: readonly string[]
  onChange: (ids: string[]) => void
}

const debounce_ms = 200
/** Rows whose names are read. Those beyond are shown by their ids. */
const mostNamed = 100

/** A select for several rows of another entity, found as `RelatedSelect` finds one. Its caller may list the entity. */
export function RelatedValues(props: RelatedValuesProps) {
  const { target, query = {}, titleOf = titleOfRow, values, onChange, ...input } = props
  const { t } = useTranslation()
  const factsOf = useFactsOf(target)
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), debounce_ms)
  const wantedRows = { ...query, ...choicesOf(target, wanted) }
  const reading = useList<Entity, AnyRow>(target, wantedRows, { enabled: !input.disabled })
  const nothing = useNothingFound(reading)
  const chosen = useList<Entity, AnyRow>(
    target,
    { id: values.slice(0, mostNamed), _limit: String(mostNamed) },
    { enabled: values.length > 0 },
  )
  const found = exactFirst(reading.data ?? [], wanted, titleOf)
  const rows = new Map([...(chosen.data ?? []), ...found].map((row) => [row.id, row]))
  const unknown = values.filter((id) => !rows.has(id)).map((id) => ({ value: id, label: `…${id.slice(-8)}` }))
  return (
    <div>
      <MultiSelect
        {...input}
        searchable
        openOnFocus={false}
        hidePickedOptions
        nothingFoundMessage={nothing}
        {...(values.length === 0 ? { placeholder: t('form.choose') } : {})}
        // The server has filtered already.
        filter={({ options }) => options}
        data={[...[...rows.values()].map((row) => ({ value: row.id, label: titleOf(row) })), ...unknown]}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <div className={typography.sub}>{factsOf(rows.get(option.value) ?? {})}</div>
          </div>
        )}
        searchValue={typed}
        onSearchChange={setTyped}
        value={[...values]}
        onChange={onChange}
      />
      <OptionsNotRead {...reading} />
    </div>
  )
}

type RelatedValuesFieldProps = FieldProps & Pick<RelatedValuesProps, 'target' | 'query' | 'titleOf'>

/** A field for several rows of another entity. A user who may not list the entity gets no field, and the value stays. */
export function RelatedValuesField({ target, query, titleOf, ...props }: RelatedValuesFieldProps) {
  const mayList = useMay(target.roles.list)
  const { value, set, input } = useField(props, 'finding')
  if (!mayList) return null
  return (
    <RelatedValues
      {...input}
      target={target}
      {...(query ? { query } : {})}
      {...(titleOf ? { titleOf } : {})}
      values={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
    />
  )
}
