import type { Entity } from '@kontor/contract/entity'
import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import type { ApiQuery } from '../api/api-client.ts'
import { useList } from '../api/reading.ts'
import { titleOfRow } from '../api/related.ts'
import { useFactsOf } from '../value/use-facts-of.ts'
import { OptionsNotRead, useNothingFound } from './options-not-read.tsx'
import { type AnyRow, searchFieldOf } from './related-select.tsx'

interface RelatedValuesProps {
  target: Entity
  /** The filter of the rows that may be chosen. */
  query?: ApiQuery
  label: string
  error?: ReactNode
  disabled?: boolean
  /** Ids. */
  values: readonly string[]
  onChange: (ids: string[]) => void
}

const debounce_ms = 200
/** Rows whose names are read. Those beyond are shown by their ids. */
const mostNamed = 100

/** A select for several rows of another entity, found as `RelatedSelect` finds one. Its caller may list the entity. */
export function RelatedValues({ target, query = {}, values, onChange, ...input }: RelatedValuesProps) {
  const { t } = useTranslation()
  const factsOf = useFactsOf(target)
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), debounce_ms)
  const search = wanted ? { _search_by: searchFieldOf(target, wanted), _search: wanted } : {}
  const wantedRows = { ...query, _limit: '20', ...search }
  const reading = useList<Entity, AnyRow>(target, wantedRows, { enabled: !input.disabled })
  const nothing = useNothingFound(reading)
  const chosen = useList<Entity, AnyRow>(
    target,
    { id: values.slice(0, mostNamed), _limit: String(mostNamed) },
    { enabled: values.length > 0 },
  )
  const rows = new Map([...(chosen.data ?? []), ...(reading.data ?? [])].map((row) => [row.id, row]))
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
        data={[...[...rows.values()].map((row) => ({ value: row.id, label: titleOfRow(row) })), ...unknown]}
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
