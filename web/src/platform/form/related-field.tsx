import type { Entity } from '@kontor/contract/entity'
import { Select } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiQuery } from '../api/api-client.ts'
import { useList, useRow } from '../api/reading.ts'
import { titleOfRow } from '../api/related.ts'
import { useMay } from '../viewer.ts'
import { type FieldProps, useField } from './fields.tsx'

type AnyRow = Readonly<Record<string, unknown>> & { id: string }

interface RelatedFieldProps<R extends AnyRow> extends FieldProps {
  target: Entity
  /** Which of them may be chosen. */
  query?: ApiQuery
  /** What a row is called, when its name is not enough. */
  titleOf?: (row: R) => string
  /** Told about the row itself, for fields that depend on it. */
  onChosen?: (row: R | undefined) => void
}

const debounce_ms = 200

/** A row of another entity, looked for by its name; or its pasted id. Whoever may not list them leaves it as it is. */
export function RelatedField<R extends AnyRow>(props: RelatedFieldProps<R>) {
  return useMay(props.target.roles.list) ? <RowField {...props} /> : null
}

function RowField<R extends AnyRow>(props: RelatedFieldProps<R>) {
  const { target, query = {}, titleOf = titleOfRow, onChosen } = props
  const { t } = useTranslation()
  const { value, set, input } = useField(props)
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), debounce_ms)
  const chosenId = typeof value === 'string' && value ? value : undefined
  const chosen = useRow<Entity, R>(target, chosenId, { enabled: chosenId !== undefined })
  // The text of the chosen row stands in the field, and is not searched for.
  const isChosenText = chosen.data !== undefined && wanted === titleOf(chosen.data)
  const by = isId(wanted) ? 'id' : (Object.keys(target.search)[0] ?? 'id')
  const search = wanted && !isChosenText ? { _search_by: by, _search: wanted } : {}
  const { data: found = [] } = useList<Entity, R>(target, { ...query, _limit: '20', ...search })
  const rows = chosen.data && !found.some(({ id }) => id === chosenId) ? [chosen.data, ...found] : found
  return (
    <Select
      {...input}
      searchable
      // A dialog that opens shows its form, not the choices of its first field over it.
      openOnFocus={false}
      clearable={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clear') }}
      nothingFoundMessage={t('form.no_options')}
      placeholder={t('form.choose')}
      // The server has looked already.
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: row.id, label: titleOf(row) }))}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosenId ?? null}
      onChange={(id) => {
        set(id ?? '')
        onChosen?.(rows.find((row) => row.id === id))
      }}
    />
  )
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
