import type { ReplyOf } from '@kontor/contract/endpoint'
import type { MfaType } from '@kontor/contract/identity/mfa'
import {
  beginMfaEndpoint,
  confirmMfaEndpoint,
  disableMfaEndpoint,
  renewRecoveryCodesEndpoint,
} from '@kontor/contract/identity/profile.endpoints'
import {
  beginMfaSchemas,
  disableMfaSchemas,
  renewRecoveryCodesSchemas,
} from '@kontor/contract/identity/profile.schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { RadioField } from '../../platform/form/radio-field.tsx'
import { notify } from '../../platform/notify.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FactorForm } from '../mfa/factor-form.tsx'
import { RecoveryCodes } from '../mfa/recovery-codes.tsx'
import { PasswordForm } from './password.form.tsx'
import { useReadAgain } from './use-profile.ts'

interface DialogProps {
  onClose: () => void
}

export function DisableMfaDialog({ onClose }: DialogProps) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <PasswordForm
      endpoint={disableMfaEndpoint}
      body={disableMfaSchemas.body}
      title={t('profile.mfa_turn_off')}
      text={t('profile.mfa_turn_off_text')}
      verb={t('profile.mfa_turn_off_verb')}
      isDangerous
      onClose={onClose}
      onDone={() => {
        void readAgain()
        notify({ color: 'green', message: t('profile.mfa_is_off') })
      }}
    />
  )
}

interface NewCodesProps extends DialogProps {
  onCodes: (codes: readonly string[]) => void
}

export function RenewCodesDialog({ onClose, onCodes }: NewCodesProps) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <PasswordForm
      endpoint={renewRecoveryCodesEndpoint}
      body={renewRecoveryCodesSchemas.body}
      title={t('profile.codes_renew')}
      text={t('profile.codes_renew_text')}
      verb={t('profile.codes_renew')}
      onClose={onClose}
      onDone={({ recovery_codes }) => {
        void readAgain()
        onCodes(recovery_codes)
      }}
    />
  )
}

/** A second factor that was begun and has to be proved by a first code. */
export type Setup = ReplyOf<typeof beginMfaEndpoint>

interface BeginMfaProps extends DialogProps {
  types: readonly MfaType[]
  onBegun: (setup: Setup) => void
}

/** The first of three steps: the password and the kind of factor. */
export function BeginMfaDialog({ types, onClose, onBegun }: BeginMfaProps) {
  const { t } = useTranslation()
  return (
    <PasswordForm
      endpoint={beginMfaEndpoint}
      body={beginMfaSchemas.body}
      title={t('profile.mfa')}
      text={t('profile.mfa_set_up_text')}
      verb={t('action.next')}
      initial={{ type: types[0] ?? 'google' }}
      onClose={onClose}
      onDone={onBegun}
    >
      <RadioField name="type" label={t('mfa.choose')} choices={types} textOf={(type) => t(`mfa.type_${type}`)} />
    </PasswordForm>
  )
}

interface ProveMfaProps extends NewCodesProps {
  setup: Setup
}

/** The second step: the secret and the first code, as at the sign-in that requires a factor. */
export function ProveMfaDialog({ setup, onClose, onCodes }: ProveMfaProps) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  return (
    <Dialog opened onClose={onClose} title={t(`mfa.type_${setup.type}`)}>
      <FactorForm
        setup={setup}
        verb={t('profile.mfa_confirm')}
        onCode={async (code) => {
          const reply = await call(confirmMfaEndpoint, { body: { token: setup.token, code } })
          onCodes(reply.recovery_codes)
          await readAgain()
        }}
      />
    </Dialog>
  )
}

/** The last step. Only its button closes the dialog, because the codes are not shown again. */
export function CodesDialog({ codes, onClose }: DialogProps & { codes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('mfa.recovery_codes')}
    >
      <RecoveryCodes codes={codes} verb={t('profile.codes_kept')} onDone={onClose} />
    </Dialog>
  )
}
