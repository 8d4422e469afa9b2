import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { type FieldProps, useField } from '../../platform/form/fields.tsx'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { PasswordField } from '../password-field.tsx'

interface SecretFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  /** The refusals whose text belongs under this field. */
  refusals?: readonly string[]
}

/** A password in a form. The form names it among its secrets. */
export function SecretField({ autoComplete, refusals = [], ...props }: SecretFieldProps) {
  const { value, set, input } = useField(props)
  const { refusal } = useRecordForm()
  const textOf = useRefusalText()
  const isRefused = refusal !== undefined && refusals.includes(refusal.code)
  return (
    <PasswordField
      {...input}
      error={isRefused ? textOf(refusal) : input.error}
      autoComplete={autoComplete}
      value={String(value ?? '')}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
