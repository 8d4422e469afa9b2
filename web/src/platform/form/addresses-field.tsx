import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { takenOnLeaving } from '../../ui/keep-field.ts'
import { type FieldProps, useField } from './fields.tsx'

/** A field for several e-mail addresses. A typed one counts at Enter, at a comma or space, and when the field is left. */
export function AddressesField(props: FieldProps) {
  const { t } = useTranslation()
  const { value, set, input } = useField(props)
  return (
    <TagsInput
      {...input}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(typed) => set(typed.map((each) => each.trim()).filter((each) => each !== ''))}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      {...takenOnLeaving}
      type="email"
      clearable
      clearButtonProps={{ 'aria-label': t('form.clear') }}
    />
  )
}
