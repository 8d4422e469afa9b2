import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password with its eye, which has a name. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('login.show_password') }}
      // Mantine says so of its other fields.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
