import choices from '../ui/choices.module.css'
import '@mantine/core/styles/Radio.layer.css'
import { tag } from '@kontor/contract/tags/tag.entity'
import { Radio, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { TagChip } from './tag-chip.tsx'

interface TagChoiceProps {
  /** The merchant of the tags; default: the merchant in view. */
  merchant?: string
  /** The tag that cannot be chosen. */
  except?: string
  /** The chosen tag, when the caller keeps it. */
  value?: string | undefined
  onChoose: (id: string) => void
}

/** A field for one tag, found by its text. */
export function TagChoice({ merchant, except, value, onChoose }: TagChoiceProps) {
  const { t } = useTranslation()
  const [last, setLast] = useState<string>()
  const chosen = value ?? last
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const { data: found = [], isPending } = useList(tag, {
    _limit: '50',
    _sort: 'text',
    ...(merchant ? { merchant } : {}),
    ...(wanted ? { _search_by: 'text', _search: wanted } : {}),
  })
  const rows = found.filter(({ id }) => id !== except)
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('tags.find')}
        placeholder={t('filter.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={choices.choices} role="radiogroup" aria-label={t('tags.choose')} aria-busy={isPending}>
        {rows.map((row) => (
          <Radio
            key={row.id}
            size="xs"
            label={<TagChip tag={row} />}
            checked={chosen === row.id}
            onChange={() => {
              setLast(row.id)
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
