import type { Entity } from '@kontor/contract/entity'
import { isUuid } from '@kontor/contract/uuid'
import { Select } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { factsOfRow, titleOfRow } from '../platform/api/related.ts'
import { OptionsNotRead, useNothingFound } from '../platform/form/options-not-read.tsx'
import typography from '../ui/words/typography.module.css'

type Row = Readonly<Record<string, unknown>> & { id: string }

interface RowChoiceProps {
  target: Entity
  label: string
  description: string
  value: string | undefined
  error?: ReactNode
  onChange: (id: string | undefined) => void
}

/** A choice of a row of another entity, outside of a form whose fields are a body. */
export function RowChoice({ target, label, description, value, error, onChange }: RowChoiceProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Row>()
  const [wanted] = useDebouncedValue(typed.trim(), 200)
  const isChosenText = chosen !== undefined && wanted === titleOfRow(chosen)
  const by = isUuid(wanted) ? 'id' : (Object.keys(target.search)[0] ?? 'id')
  const search = wanted && !isChosenText ? { _search_by: by, _search: wanted } : {}
  const reading = useList<Entity, Row>(target, { _limit: '20', ...search })
  const nothing = useNothingFound(reading)
  const { data: found = [] } = reading
  const rows = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <div>
      <Select
        label={label}
        description={description}
        withAsterisk
        error={error}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        placeholder={t('form.choose')}
        nothingFoundMessage={nothing}
        // The server has filtered already.
        filter={({ options }) => options}
        data={rows.map((row) => ({ value: row.id, label: titleOfRow(row) }))}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <div className={typography.sub}>{factsOfRow(rows.find(({ id }) => id === option.value) ?? { id: '' })}</div>
          </div>
        )}
        searchValue={typed}
        onSearchChange={setTyped}
        value={value ?? null}
        onChange={(id) => {
          setChosen(rows.find((row) => row.id === id))
          onChange(id ?? undefined)
        }}
      />
      <OptionsNotRead {...reading} />
    </div>
  )
}
