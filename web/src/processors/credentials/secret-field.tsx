import { PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SecretFieldProps {
  input: Pick<PasswordInputProps, 'label' | 'description' | 'withAsterisk' | 'disabled' | 'readOnly' | 'onBlur'>
  isSecret: boolean
  error: ReactNode
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A field for a value of a credential. A secret one hides what is typed until its button is pressed. */
export function SecretField({ input, isSecret, error, placeholder, value, onChange }: SecretFieldProps) {
  const { t } = useTranslation()
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  const shared = { label: input.label, description: input.description, withAsterisk: input.withAsterisk ?? false }
  const state = { disabled: input.disabled ?? false, readOnly: input.readOnly ?? false, onBlur: input.onBlur }
  const props = { ...shared, ...state, error, placeholder, value, onChange: change, spellCheck: false }
  if (!isSecret) return <TextInput {...props} autoComplete="off" />
  return (
    <PasswordInput
      {...props}
      // A browser must not offer its owner's passwords here, nor keep this one.
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('processors.show_value', { name: String(input.label) }) }}
      aria-invalid={error ? true : undefined}
    />
  )
}
