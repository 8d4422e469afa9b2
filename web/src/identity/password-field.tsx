import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password field whose visibility button has an accessible name. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('login.show_password') }}
      // Mantine sets this on its other fields, but not on this one.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
