import '@mantine/core/styles/Radio.layer.css'
import '../platform/panel/panel.css'
import { tag } from '@kontor/contract/tags/tag.entity'
import { Radio, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { TagChip } from './tag-chip.tsx'

interface TagChoiceProps {
  /** Whose tags; those of the view when absent. */
  merchant?: string
  onChoose: (id: string) => void
}

/** One tag, found by its text. */
export function TagChoice({ merchant, onChoose }: TagChoiceProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const { data: rows = [], isPending } = useList(tag, {
    _limit: '50',
    _sort: 'text',
    ...(merchant ? { merchant } : {}),
    ...(wanted ? { _search_by: 'text', _search: wanted } : {}),
  })
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('tags.find')}
        placeholder={t('filter.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="choices" role="radiogroup" aria-label={t('tags.choose')} aria-busy={isPending}>
        {rows.map((row) => (
          <Radio
            key={row.id}
            size="xs"
            label={<TagChip tag={row} />}
            checked={chosen === row.id}
            onChange={() => {
              setChosen(row.id)
              onChoose(row.id)
            }}
          />
        ))}
        {!isPending && rows.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('tags.none')}
          </Text>
        )}
      </div>
    </>
  )
}
