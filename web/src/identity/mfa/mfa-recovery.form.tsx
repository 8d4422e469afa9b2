import { mfaRecoveryEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useSaid } from '../fields.ts'
import { spending } from '../sign-in/link-secrets.ts'
import { Refused } from '../sign-in/refused.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import { type MfaFormProps, Remember } from './mfa-code.form.tsx'

export function MfaRecoveryForm({ challenge, remember, onRemember }: MfaFormProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const goOn = useSignInStep()
  const { submit, refusal, isBusy, reset } = useSubmit(async (values: { recovery_code: string }) => {
    const recovery_code = values.recovery_code.trim()
    const answer = call(mfaRecoveryEndpoint, { body: { ...challenge, recovery_code, remember } })
    goOn(await spending('/mfa', answer), challenge.username)
  })
  const form = useForm({
    initialValues: { recovery_code: '' },
    validate: { recovery_code: (value) => said(value.trim() === '' && 'required') },
    onValuesChange: reset,
  })
  const isWrong = refusal?.code === 'invalid_code'
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {!isWrong && <Refused refusal={refusal} tokenText={t('mfa.start_again')} />}
        <TextInput
          label={t('mfa.recovery_code')}
          description={t('mfa.recovery_help')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={80}
          {...form.getInputProps('recovery_code')}
          error={form.errors.recovery_code ?? (isWrong && t('errors.invalid_code'))}
        />
        <Remember checked={remember} onChange={onRemember} />
        <Button type="submit" loading={isBusy}>
          {t('mfa.submit')}
        </Button>
      </Stack>
    </form>
  )
}
