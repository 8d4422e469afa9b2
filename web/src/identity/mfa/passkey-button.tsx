import { passkeyEndpoint, passkeyOptionsEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { Refused } from '../sign-in/refused.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import { knowsPasskeys, signWithPasskey } from './passkey.ts'

/** Signs in with only a passkey; the browser asks which one. */
export function PasskeyButton() {
  const { t } = useTranslation()
  const goOn = useSignInStep()
  const { submit, refusal, isBusy } = useSubmit(async () => {
    const { token, options } = await call(passkeyOptionsEndpoint)
    goOn(await call(passkeyEndpoint, { body: { token, response: await signWithPasskey(options) } }), '')
  })
  if (!knowsPasskeys()) return null
  return (
    <Stack gap="md">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => void submit()}
      >
        {t('login.passkey')}
      </Button>
      <Refused refusal={refusal} />
    </Stack>
  )
}
