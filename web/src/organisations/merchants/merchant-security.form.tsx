import { mfaRequirements } from '@kontor/contract/identity/mfa'
import { passwordPolicy } from '@kontor/contract/identity/password.rules'
import {
  merchantSecurityEndpoint,
  setMerchantSecurityEndpoint,
} from '@kontor/contract/organisations/merchant-security.endpoints'
import { fewestSessionMinutes } from '@kontor/contract/organisations/merchant-security.rules'
import {
  type MerchantSecurity,
  setMerchantSecuritySchemas,
} from '@kontor/contract/organisations/merchant-security.schemas'
import { Input, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { CheckField, IntegerField, LongTextField } from '../../platform/form/fields.tsx'
import { RadioField } from '../../platform/form/radio-field.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { presentOf } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useMay } from '../../platform/viewer.ts'
import { passwordCharacters } from '../configuration/differences.ts'
import { ReasonField, useMissingReason } from '../configuration/reason-field.tsx'
import { typedNetworks } from '../typed-networks.ts'
import { NetworksNote } from './networks-note.tsx'

interface MerchantSecurityProps {
  merchant: { id: string; name: string }
  place: string
  onClose: () => void
}

/** What a merchant's users need to sign in. */
export function MerchantSecurityForm({ merchant, place, onClose }: MerchantSecurityProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(merchantSecurityEndpoint, { params: { id: merchant.id } })
  if (data) return <Form merchant={merchant} place={place} security={data} onClose={onClose} />
  return (
    <WaitingDialog
      title={t('merchants.security_title', { name: merchant.name })}
      reading={{ error, refetch }}
      height={360}
      onClose={onClose}
    />
  )
}

const valuesOf = ({ password_policy, mfa_required, allowed_ips, session_minutes }: MerchantSecurity) => ({
  ...password_policy,
  mfa_required,
  allowed_ips: (allowed_ips ?? []).join('\n'),
  session_minutes,
})

/** The form sends the whole policy, so that the saved policy is the one on screen. */
function Form({ merchant, place, security, onClose }: MerchantSecurityProps & { security: MerchantSecurity }) {
  const { t } = useTranslation()
  const { id, name } = merchant
  const disabled = !useMay(setMerchantSecurityEndpoint)
  const missingReason = useMissingReason()
  const { longest_session_minutes } = security
  const minutes = { least: fewestSessionMinutes, most: longest_session_minutes }
  return (
    <RecordForm
      endpoint={setMerchantSecurityEndpoint}
      body={setMerchantSecuritySchemas.body}
      params={{ id }}
      like={place}
      title={t('merchants.security_title', { name })}
      verb={t('action.save')}
      size="md"
      opened
      isReadOnly={disabled}
      onClose={onClose}
      initial={{ ...valuesOf(security), reason: '' }}
      present={presentOf(merchantSecurityEndpoint, { params: { id } }, valuesOf)}
      bodyOf={({ mfa_required, allowed_ips, session_minutes, reason, ...password_policy }) => ({
        ...{ password_policy, mfa_required, session_minutes: session_minutes === '' ? null : session_minutes },
        allowed_ips: typedNetworks(allowed_ips),
        reason,
      })}
      problems={({ values }) => ({
        length: passwordPolicy.shape.length.safeParse(values['length']).success
          ? null
          : t('merchants.security_length_problem'),
        session_minutes: isOfSessions(values['session_minutes'], longest_session_minutes)
          ? null
          : t('merchants.security_minutes_problem', minutes),
        reason: missingReason(values),
      })}
      onDone={() => notify({ color: 'green', message: t('merchants.security_saved', { name }) })}
    >
      <Text size="sm">{t('merchants.security_text')}</Text>
      <IntegerField
        name="length"
        label={t('merchants.security_length')}
        description={t('merchants.security_length_help')}
        disabled={disabled}
      />
      <Input.Wrapper label={t('merchants.security_characters')} labelElement="div">
        <Stack gap="xs" mt="xs" role="group" aria-label={t('merchants.security_characters')}>
          {passwordCharacters.map((rule) => (
            <CheckField key={rule} name={rule} label={t(`password_rule.${rule}`)} disabled={disabled} />
          ))}
        </Stack>
      </Input.Wrapper>
      <RadioField
        name="mfa_required"
        label={t('merchants.security_mfa')}
        description={t('merchants.security_mfa_help')}
        choices={mfaRequirements}
        textOf={(each) => t(`merchants.security_mfa_${each}`)}
        disabled={disabled}
      />
      <LongTextField
        name="allowed_ips"
        label={t('merchants.security_networks_field')}
        description={t('merchants.security_networks_help')}
        rows={2}
        maxLength={2000}
        isRequired={false}
        disabled={disabled}
      />
      {!disabled && <NetworksNote merchant={id} />}
      <IntegerField
        name="session_minutes"
        label={t('merchants.security_minutes_field')}
        description={t('merchants.security_minutes_help', minutes)}
        isRequired={false}
        disabled={disabled}
      />
      {!disabled && <ReasonField />}
    </RecordForm>
  )
}

const isOfSessions = (typed: unknown, most: number): boolean =>
  typed === null ||
  typed === '' ||
  typed === undefined ||
  (typeof typed === 'number' && Number.isInteger(typed) && typed >= fewestSessionMinutes && typed <= most)
