import { mfaEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { call } from '../../platform/api/api-client.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { useSaid } from '../fields.ts'
import { spending } from '../sign-in/link-secrets.ts'
import { Refused } from '../sign-in/refused.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import type { Challenge } from './challenge.ts'
import { CodeField, isCode } from './code-field.tsx'

export interface MfaFormProps {
  challenge: Challenge
  remember: boolean
  onRemember: (remember: boolean) => void
}

export function MfaCodeForm({ challenge, remember, onRemember }: MfaFormProps) {
  const { t } = useTranslation()
  const said = useSaid()
  const goOn = useSignInStep()
  const { submit, refusal, isBusy, reset } = useSubmit(async ({ code }: { code: string }) => {
    try {
      const answer = call(mfaEndpoint, { body: { ...challenge, code, remember } })
      goOn(await spending('/mfa', answer), challenge.username)
    } catch (error) {
      form.setFieldValue('code', '')
      throw error
    }
  })
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => said(value === '' ? 'required' : !isCode(value) && 'six_digits') },
    onValuesChange: ({ code }) => {
      if (code !== '') reset()
    },
  })
  const isWrong = refusal?.code === 'invalid_code'
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {!isWrong && <Refused refusal={refusal} tokenText={t('mfa.start_again')} />}
        <CodeField
          label={t('mfa.code')}
          autoFocus
          {...form.getInputProps('code')}
          error={form.errors.code ?? (isWrong && t('errors.invalid_code'))}
        />
        <Remember checked={remember} onChange={onRemember} />
        <Button type="submit" loading={isBusy}>
          {t('mfa.submit')}
        </Button>
      </Stack>
    </form>
  )
}

export function Remember({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      label={t('mfa.remember')}
      description={t('mfa.remember_help')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
