import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './fields.tsx'

interface SearchedFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  /** Called on a change with the value after and before it, for other fields whose meaning depends on this one. */
  onChosen?: (value: string, before: string) => void
}

/** A field for one of many values, found by typing. */
export function SearchedField({ options, onChosen, ...props }: SearchedFieldProps) {
  const { t } = useTranslation()
  const { value, set, input } = useField(props, 'choosing')
  const chosen = typeof value === 'string' ? value : ''
  return (
    <Select
      {...input}
      data={options}
      searchable
      limit={100}
      openOnFocus={false}
      // The chosen one, pressed again, stays where there must be one.
      allowDeselect={!input.withAsterisk}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.no_options')}
      value={chosen || null}
      onChange={(next) => {
        set(next)
        onChosen?.(next ?? '', chosen)
      }}
    />
  )
}
