import type { MfaSetup } from '@kontor/contract/identity/mfa'
import { groupsOfFour } from '@kontor/contract/texts/groups-of-four'
import { Button, Code, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useSaid } from '../fields.ts'
import { Refused } from '../sign-in/refused.tsx'
import { CodeField, isCode } from './code-field.tsx'
import styles from './factor-form.module.css'
import { QrCode } from './qr-code.tsx'

interface FactorFormProps {
  setup: MfaSetup
  /** Completes the set-up with the code. */
  onCode: (code: string) => Promise<void>
  verb: string
}

/**
 * Sets up a factor: shows its secret, or the address that the code was sent to, and asks for the first code as a proof.
 */
export function FactorForm({ setup, onCode, verb }: FactorFormProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const { submit, refusal, isBusy, reset } = useSubmit(({ code }: { code: string }) => onCode(code))
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => said(value === '' ? 'required' : !isCode(value) && 'six_digits') },
    onValuesChange: reset,
  })
  const isWrong = refusal?.code === 'invalid_code'
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {setup.secret && setup.otpauth ? (
          <Authenticator secret={setup.secret} otpauth={setup.otpauth} />
        ) : (
          <Text size="sm">{t('mfa.mailed', { email: setup.email ?? '' })}</Text>
        )}
        {!isWrong && <Refused refusal={refusal} tokenText={t('mfa.start_again')} />}
        <CodeField
          label={t('mfa.code')}
          description={t(`mfa.hint_${setup.type}`)}
          autoFocus
          {...form.getInputProps('code')}
          error={form.errors.code ?? (isWrong && t('errors.invalid_code'))}
        />
        <Button type="submit" loading={isBusy}>
          {verb}
        </Button>
      </Stack>
    </form>
  )
}

function Authenticator({ secret, otpauth }: { secret: string; otpauth: string }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Text size="sm">{t('mfa.scan')}</Text>
      <QrCode text={otpauth} label={t('mfa.qr_code')} />
      <Text size="sm">{t('mfa.or_type')}</Text>
      <Code className={styles.secret} data-testid="mfa-secret">
        {groupsOfFour(secret)}
      </Code>
    </Stack>
  )
}
