import type { BodyOf } from '@kontor/contract/endpoint'
import { addPasskeyEndpoint, beginPasskeyEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { notify } from '../../platform/notify.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useSaid } from '../fields.ts'
import { passkeyRefusal } from '../mfa/passkey.ts'
import { PasswordField } from '../password-field.tsx'
import { Refused } from '../sign-in/refused.tsx'
import { useReadAgain } from './use-profile.ts'

/** Asks for the password and a name. No RecordForm: between its two requests the browser makes the passkey. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const said = useSaid()
  const readAgain = useReadAgain()
  const { submit, refusal, isBusy, reset } = useSubmit(
    async ({ name, password }: { name: string; password: string }) => {
      const { token, options } = await call(beginPasskeyEndpoint, { body: { password } })
      const response = await makePasskey(options)
      await call(addPasskeyEndpoint, { body: { token, name: name.trim() || t('profile.passkey'), response } })
      await readAgain()
      onClose()
      notify({ color: 'green', message: t('profile.passkey_added') })
    },
  )
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { password: (value) => said(value === '' && 'required') },
    onValuesChange: reset,
  })
  const isWrong = refusal?.code === 'invalid_password'
  return (
    <Dialog opened onClose={onClose} title={t('profile.passkey_add')}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <Text size="sm">{t('profile.passkey_add_text')}</Text>
          <TextInput
            label={t('profile.passkey_name')}
            description={t('profile.passkey_name_help')}
            placeholder={t('profile.passkey')}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <PasswordField
            label={t('profile.own_password')}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
            error={form.errors.password ?? (isWrong && t('errors.invalid_password'))}
          />
          <Refused refusal={isWrong ? undefined : refusal} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('action.next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

async function makePasskey(options: Record<string, unknown>): Promise<BodyOf<typeof addPasskeyEndpoint>['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    // The cast is safe: the server creates the options with the other half of this library.
    const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  } catch (error) {
    throw passkeyRefusal(error)
  }
}
