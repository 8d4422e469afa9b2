import type { BodyOf } from '@kontor/contract/endpoint'
import { addPasskeyEndpoint, beginPasskeyEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { TextInput } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { notify } from '../../platform/notify.ts'
import { passkeyRefusal } from '../mfa/passkey.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { useReadAgain } from './use-profile.ts'

/** Asks for the password and a name; then the browser creates the passkey. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const [name, setName] = useState('')
  return (
    <PasswordDialog
      title={t('profile.passkey_add')}
      text={t('profile.passkey_add_text')}
      verb={t('action.next')}
      onClose={onClose}
      onPassword={async (password) => {
        const { token, options } = await call(beginPasskeyEndpoint, { body: { password } })
        const response = await makePasskey(options)
        await call(addPasskeyEndpoint, { body: { token, name: name.trim() || t('profile.passkey'), response } })
        await readAgain()
        onClose()
        notify({ color: 'green', message: t('profile.passkey_added') })
      }}
    >
      <TextInput
        label={t('profile.passkey_name')}
        description={t('profile.passkey_name_help')}
        placeholder={t('profile.passkey')}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordDialog>
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
