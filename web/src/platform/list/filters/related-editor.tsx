import type { Entity } from '@kontor/contract/entity'
import { isUuid } from '@kontor/contract/uuid'
import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import choices from '../../../ui/choices.module.css'
import { useList } from '../../api/reading.ts'
import { titleOfRow } from '../../api/related.ts'
import { useLabels } from '../../value/labels.ts'
import { useFactsOf } from '../../value/use-facts-of.ts'

interface RelatedEditorProps {
  target: Entity
  isSingle: boolean
  values: readonly string[]
  onApply: (values: string[]) => void
}

/** Rows of another entity, found by name or by a pasted id. */
export function RelatedEditor({ target, isSingle, values, onApply }: RelatedEditorProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const factsOf = useFactsOf(target)
  const [chosen, setChosen] = useState<readonly string[]>(values)
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const by = isUuid(wanted) ? 'id' : (Object.keys(target.search)[0] ?? 'id')
  const { data: rows = [], isPending } = useList(target, {
    _limit: '20',
    ...(wanted ? { _search_by: by, _search: wanted } : {}),
  })
  const options = rows.map((row) => ({ value: String(row.id), label: titleOfRow(row), facts: factsOf(row) }))
  const Option = isSingle ? Radio : Checkbox

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onApply([...chosen])
      }}
    >
      <Stack gap="xs" w={280}>
        <TextInput
          size="xs"
          aria-label={labels.entities(target)}
          placeholder={t('filter.find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <div className={choices.choices} aria-busy={isPending}>
          {options.map(({ value, label, facts }) => (
            <Option
              key={value}
              size="xs"
              label={label}
              description={facts || undefined}
              checked={chosen.includes(value)}
              onChange={(event) => {
                const others = isSingle ? [] : chosen.filter((each) => each !== value)
                setChosen(event.currentTarget.checked ? [...others, value] : others)
              }}
            />
          ))}
          {!isPending && options.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('filter.no_options')}
            </Text>
          )}
        </div>
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}
