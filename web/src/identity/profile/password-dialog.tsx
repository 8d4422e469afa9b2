import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useSaid } from '../fields.ts'
import { PasswordField } from '../password-field.tsx'
import { besides, FormDialog } from './form-dialog.tsx'

interface PasswordDialogProps {
  title: string
  /** A sentence about the effect of the change. */
  text: string
  verb: string
  isDangerous?: boolean
  /** Further fields, above the password. */
  children?: ReactNode
  onPassword: (password: string) => Promise<unknown>
  onClose: () => void
}

/** A change to the sign-in requires the password once more. */
export function PasswordDialog({ text, children, onPassword, ...props }: PasswordDialogProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const { submit, refusal, isBusy, reset } = useSubmit(({ password }: { password: string }) => onPassword(password))
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => said(value === '' && 'required') },
    onValuesChange: reset,
  })
  const isWrong = refusal?.code === 'invalid_password'
  return (
    <FormDialog
      {...props}
      isBusy={isBusy}
      refusal={besides(refusal, 'invalid_password')}
      onSubmit={form.onSubmit(submit)}
    >
      <Text size="sm">{text}</Text>
      {children}
      <PasswordField
        label={t('profile.own_password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
        error={form.errors.password ?? (isWrong && t('errors.invalid_password'))}
      />
    </FormDialog>
  )
}
