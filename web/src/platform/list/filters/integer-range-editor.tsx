import type { Query } from '@kontor/contract/lists/query-string'
import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundOf, type FilterOf, withRange } from '../address/list-search.ts'

interface IntegerRangeEditorProps {
  filter: FilterOf
  search: Query
  onChange: (search: Query) => void
}

const isInteger = (typed: string) => /^-?\d{1,15}$/.test(typed)

/** Two inclusive bounds; one of them may be open. */
export function IntegerRangeEditor({ filter, search, onChange }: IntegerRangeEditorProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(boundOf(search, filter.name, '>') ?? '')
  const [to, setTo] = useState(boundOf(search, filter.name, '<') ?? '')
  const [isChecked, setChecked] = useState(false)
  const problemOf = (typed: string) =>
    typed !== '' && !isInteger(typed) ? t('form_validation.must_be_an_integer') : undefined
  const isReversed = isInteger(from) && isInteger(to) && Number(from) > Number(to)
  const problems = {
    from: problemOf(from),
    to: problemOf(to) ?? (isReversed ? t('filter.number_reversed') : undefined),
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (problems.from || problems.to) return
        onChange(withRange(search, filter.name, from || undefined, to || undefined))
      }}
    >
      <Stack gap="xs" w={240}>
        <TextInput
          size="xs"
          label={t('filter.from')}
          inputMode="numeric"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value.trim())}
          error={isChecked && problems.from}
          data-autofocus
        />
        <TextInput
          size="xs"
          label={t('filter.to')}
          inputMode="numeric"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value.trim())}
          error={isChecked && problems.to}
        />
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}
