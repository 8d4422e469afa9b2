import type { Entity } from '@kontor/contract/entity'
import { isUuid } from '@kontor/contract/uuid'
import { Select } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../../ui/words/typography.module.css'
import type { ApiQuery } from '../../api/api-client.ts'
import { useList, useRow } from '../../api/reading.ts'
import { titleOfRow } from '../../api/related.ts'
import { useFactsOf } from '../../value/use-facts-of.ts'
import { useMay } from '../../viewer.ts'
import { OptionsNotRead, useNothingFound } from '../options-not-read.tsx'

export type AnyRow = Readonly<Record<string, unknown>> & { id: string }

/** Which rows can be chosen, and how they are called. */
export interface Selection<R extends AnyRow> {
  target: Entity
  /** The filter of the rows that may be chosen. */
  query?: ApiQuery
  /** True for rows that would be refused, where the filter cannot say so. */
  isLeftOut?: (row: R) => boolean
  /** The title of a row, when its name is not enough. */
  titleOf?: (row: R) => string
  /** Called with the chosen row, for fields that depend on it. */
  onChosen?: (row: R | undefined) => void
}

interface RelatedSelectProps<R extends AnyRow> extends Selection<R> {
  label: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  withAsterisk?: boolean
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  /** The id; empty while nothing is chosen. */
  value: string
  onChange: (id: string) => void
}

/**
 * A select for a row of another entity, found by its name, its e-mail address or its pasted id. A user who may not list
 * the entity gets no select.
 */
export function RelatedSelect<R extends AnyRow>(props: RelatedSelectProps<R>) {
  const mayList = useMay(props.target.roles.list)
  // Another filter makes another select: the rows that were found by the one before may not be chosen any more.
  return mayList ? <RowSelect key={JSON.stringify(props.query)} {...props} /> : null
}

const debounce_ms = 200

function RowSelect<R extends AnyRow>(props: RelatedSelectProps<R>) {
  const { target, query = {}, isLeftOut, titleOf = titleOfRow, onChosen, value, onChange, ...input } = props
  const factsOfTarget = useFactsOf(target)
  // A caller's own titles tell the rows apart already.
  const factsOf = (row: R | undefined) => (row && !props.titleOf ? factsOfTarget(row) : '')
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), debounce_ms)
  const chosenId = value || undefined
  const chosen = useRow<Entity, R>(target, chosenId, { enabled: chosenId !== undefined })
  // The text of the chosen row is in the field; it is not a search.
  const isChosenText = chosen.data !== undefined && wanted === titleOf(chosen.data)
  const text = isChosenText ? '' : wanted
  const wantedRows = { ...query, ...choicesOf(target, text) }
  const reading = useList<Entity, R>(target, wantedRows, { enabled: !props.disabled })
  const nothing = useNothingFound(reading)
  const found = exactFirst(
    (reading.data ?? []).filter((row) => !isLeftOut?.(row)),
    text,
    titleOf,
  )
  const rows = chosen.data && !found.some(({ id }) => id === chosenId) ? [chosen.data, ...found] : found
  return (
    <div>
      <Select
        {...input}
        description={input.description ?? (factsOf(chosen.data) || undefined)}
        searchable
        // A dialog opens without the options of its first field, which would cover the form.
        openOnFocus={false}
        clearable={!input.withAsterisk}
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': t('form.clear') }}
        nothingFoundMessage={nothing}
        placeholder={t('form.choose')}
        // The server has filtered already.
        filter={({ options }) => options}
        data={rows.map((row) => ({ value: row.id, label: titleOf(row) }))}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <div className={typography.sub}>{factsOf(rows.find(({ id }) => id === option.value))}</div>
          </div>
        )}
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosenId ?? null}
        onChange={(id) => {
          onChange(id ?? '')
          onChosen?.(rows.find((row) => row.id === id))
        }}
      />
      <OptionsNotRead {...reading} />
    </div>
  )
}

/** The query for the rows that a text may mean, those with a name in its order. */
export const choicesOf = (target: Entity, text: string): ApiQuery => ({
  ...(target.sort.includes('name') ? { _sort: 'name' } : {}),
  _limit: '20',
  ...(text ? { _search_by: searchFieldOf(target, text), _search: text } : {}),
})

/** A person who typed a whole name means its row. */
export function exactFirst<R>(rows: readonly R[], text: string, titleOf: (row: R) => string): R[] {
  const differs = (row: R) => Number(titleOf(row).toLowerCase() !== text.toLowerCase())
  return text === '' ? [...rows] : rows.toSorted((one, other) => differs(one) - differs(other))
}

/** The field in which a text is looked for. */
function searchFieldOf({ search }: Entity, text: string): string {
  if (isUuid(text)) return 'id'
  if (text.includes('@') && 'email_address' in search) return 'email_address'
  return Object.keys(search)[0] ?? 'id'
}
