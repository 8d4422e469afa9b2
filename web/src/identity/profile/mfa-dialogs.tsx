import { disableMfaEndpoint, renewRecoveryCodesEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { notify } from '../../platform/notify.ts'
import { RecoveryCodes } from '../mfa/recovery-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useReadAgain } from './use-profile.ts'

export function DisableMfaDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <PasswordDialog
      title={t('profile.mfa_turn_off')}
      text={t('profile.mfa_turn_off_text')}
      verb={t('profile.mfa_turn_off_verb')}
      isDangerous
      onClose={onClose}
      onPassword={async (password) => {
        await call(disableMfaEndpoint, { body: { password } })
        await readAgain()
        onClose()
        notify({ color: 'green', message: t('profile.mfa_is_off') })
      }}
    />
  )
}

export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <PasswordDialog
      title={t('profile.codes_renew')}
      text={t('profile.codes_renew_text')}
      verb={t('profile.codes_renew')}
      onClose={onClose}
      onPassword={async (password) => {
        const reply = await call(renewRecoveryCodesEndpoint, { body: { password } })
        setCodes(reply.recovery_codes)
        await readAgain()
      }}
    />
  )
}

/** Only its button closes the dialog, because the codes are not shown again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('mfa.recovery_codes')}
    >
      <RecoveryCodes codes={codes} verb={t('profile.codes_kept')} onDone={onClose} />
    </Modal>
  )
}
