import type { Endpoint } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormValues, RecordForm, type RecordProps } from '../../platform/form/record-form.tsx'
import { SecretField } from './secret-field.tsx'

interface PasswordFormProps<E extends Endpoint>
  extends Pick<RecordProps<E>, 'endpoint' | 'body' | 'onClose' | 'onDone'> {
  title: string
  /** A sentence about the effect of the change. */
  text: string
  verb: string
  isDangerous?: boolean
  /** The values of further fields. */
  initial?: FormValues
  /** Further fields, above the password. */
  children?: ReactNode
}

/** A change to the sign-in requires the password once more. */
export function PasswordForm<E extends Endpoint>({ text, initial, children, ...props }: PasswordFormProps<E>) {
  const { t } = useTranslation()
  return (
    <RecordForm
      {...props}
      size="md"
      opened
      initial={{ ...initial, password: '' }}
      secrets={['password']}
      exact={['password']}
    >
      <Text size="sm">{text}</Text>
      {children}
      <SecretField
        name="password"
        label={t('profile.own_password')}
        autoComplete="current-password"
        autoFocus
        refusals={['invalid_password']}
      />
    </RecordForm>
  )
}
