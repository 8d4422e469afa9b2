import type { Field } from '@kontor/contract/field'
import { mostValues } from '@kontor/contract/lists/list-defaults'
import { uuidPattern } from '@kontor/contract/uuid'
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface TextEditorProps {
  field: Field
  isSingle: boolean
  values: readonly string[]
  onApply: (values: string[]) => void
}

const accepts = {
  id: { shape: uuidPattern, reason: 'invalid_id' },
  integer: { shape: /^-?\d{1,16}$/, reason: 'must_be_an_integer' },
} as const

/** Filters by whole values: an id, a reference, a name. Several stand below each other. */
export function TextEditor({ field, isSingle, values, onApply }: TextEditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState((isSingle ? values.slice(0, 1) : values).join('\n'))
  const [problem, setProblem] = useState<Problem>()
  const apply = () => {
    const typed = isSingle ? [text.trim()].filter(Boolean) : valuesIn(field, text)
    const found = problemOf(field, typed)
    setProblem(found)
    if (!found) onApply(typed)
  }
  const input = {
    size: 'xs',
    label: t('filter.value'),
    value: text,
    error: problem && t(`form_validation.${problem}`),
    onChange: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setText(event.currentTarget.value)
      setProblem(undefined)
    },
    'data-autofocus': true,
  } as const
  const isId = field.kind === 'id'

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="xs" w={300}>
        {isSingle ? (
          <TextInput {...input} description={isId ? t('filter.id_help') : undefined} maxLength={200} />
        ) : (
          <Textarea
            {...input}
            description={t(isId ? 'filter.ids_help' : 'filter.values_help')}
            rows={Math.min(8, Math.max(3, values.length + 1))}
            // Enter applies, as it does in an editor of one line.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              apply()
            }}
          />
        )}
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}

type Problem = (typeof accepts)[keyof typeof accepts]['reason'] | 'too_many'

function problemOf(field: Field, values: readonly string[]): Problem | undefined {
  const rule = field.kind === 'id' || field.kind === 'integer' ? accepts[field.kind] : undefined
  if (rule && values.some((value) => !rule.shape.test(value))) return rule.reason
  return values.length > mostValues ? 'too_many' : undefined
}

/** Words may have spaces and commas, ids do not. */
const valuesIn = ({ kind }: Field, text: string): string[] => {
  const parts = text.split(kind === 'id' ? /[\s,;]+/ : /\n/).map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}
