import type { Field } from '@kontor/contract/field'
import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface TextEditorProps {
  field: Field
  value: string
  onApply: (value: string) => void
}

const accepts: Readonly<Record<string, { shape: RegExp; reason: string }>> = {
  id: { shape: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, reason: 'invalid_id' },
  integer: { shape: /^-?\d{1,16}$/, reason: 'must_be_an_integer' },
}

/** Filters by a whole value: an id, a reference, a name. */
export function TextEditor({ field, value, onApply }: TextEditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const rule = accepts[field.kind]
  const typed = text.trim()

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = typed !== '' && rule !== undefined && !rule.shape.test(typed)
        setWrong(wrong)
        if (!wrong) onApply(typed)
      }}
    >
      <Stack gap="xs" w={300}>
        <TextInput
          size="xs"
          label={t('filter.value')}
          description={field.kind === 'id' ? t('filter.id_help') : undefined}
          value={text}
          maxLength={200}
          error={isWrong && rule ? t(`form_validation.${rule.reason}`) : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
          data-autofocus
        />
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}
