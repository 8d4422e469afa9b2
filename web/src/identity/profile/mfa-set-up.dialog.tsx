import type { ReplyOf } from '@kontor/contract/endpoint'
import { call } from '../../platform/api/api-client.ts'
import '@mantine/core/styles/Radio.layer.css'
import type { MfaType } from '@kontor/contract/identity/mfa'
import { beginMfaEndpoint, confirmMfaEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactorForm } from '../mfa/factor-form.tsx'
import { CodesDialog } from './mfa-dialogs.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useReadAgain } from './use-profile.ts'

type Setup = ReplyOf<typeof beginMfaEndpoint>
type Step = { step: 'choose' } | { step: 'prove'; setup: Setup } | { step: 'done'; codes: readonly string[] }

/** Three steps: the password and the kind of factor; the secret and the first code; the recovery codes. */
export function MfaSetUpDialog({ types, onClose }: { types: readonly MfaType[]; onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const [type, setType] = useState<MfaType>(types[0] ?? 'google')
  const [state, setState] = useState<Step>({ step: 'choose' })

  if (state.step === 'done') return <CodesDialog codes={state.codes} onClose={onClose} />
  if (state.step === 'prove') {
    const { setup } = state
    return (
      <Modal
        opened
        onClose={onClose}
        title={t(`mfa.type_${setup.type}`)}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <FactorForm
          setup={setup}
          verb={t('profile.mfa_confirm')}
          onCode={async (code) => {
            const reply = await call(confirmMfaEndpoint, { body: { token: setup.token, code } })
            setState({ step: 'done', codes: reply.recovery_codes })
            await readAgain()
          }}
        />
      </Modal>
    )
  }
  return (
    <PasswordDialog
      title={t('profile.mfa')}
      text={t('profile.mfa_set_up_text')}
      verb={t('action.next')}
      onClose={onClose}
      onPassword={async (password) =>
        setState({ step: 'prove', setup: await call(beginMfaEndpoint, { body: { type, password } }) })
      }
    >
      <Radio.Group
        label={t('mfa.choose')}
        value={type}
        onChange={(value) => setType(types.find((each) => each === value) ?? type)}
      >
        <Stack gap="xs" mt="xs">
          {types.map((each) => (
            <Radio key={each} value={each} label={t(`mfa.type_${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </PasswordDialog>
  )
}
