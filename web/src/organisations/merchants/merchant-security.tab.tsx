import type { PasswordPolicy } from '@kontor/contract/identity/password.rules'
import { securityDefaults } from '@kontor/contract/organisations/configuration/merchant-defaults'
import { merchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import type { MerchantSecurity } from '@kontor/contract/organisations/merchant-security.schemas'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MerchantSignOn } from '../../identity/sign-on/merchant-sign-on.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { inSentence } from '../../ui/words/in-sentence.ts'
import { effective, passwordCharacters, securityDifferencesOf } from '../configuration/differences.ts'
import { Marked } from '../configuration/marked.tsx'
import { MerchantSecurityButton } from './merchant-security.button.tsx'

/** The sign-in requirements on a merchant's users, and the button that changes them. */
export function MerchantSecurityTab({ merchant, heading }: ComponentProps<typeof MerchantSignOn>) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(merchantSecurityEndpoint, { params: { id: merchant.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  const differences = securityDifferencesOf(data)
  const field = (name: string, label: string, value: string, usual: string) =>
    [
      label,
      <Marked key={name} differs={differences.has(name)} usual={usual}>
        {value}
      </Marked>,
    ] as const
  const characters = (policy: PasswordPolicy) =>
    passwordCharacters
      .filter((rule) => policy[rule])
      .map((rule) => inSentence(t(`password_rule.${rule}`)))
      .join(', ') || t('merchants.security_no_characters')
  const mfa = (required: MerchantSecurity['mfa_required']) => t(`merchants.security_mfa_${required}`)
  const minutes = (count: number) => t('merchants.security_minutes_value', { count })
  const { password_policy, mfa_required, allowed_ips, session_minutes, longest_session_minutes: most } = data
  const usual = securityDefaults
  return (
    <>
      <FieldList
        fields={[
          field(
            'length',
            t('merchants.security_length'),
            String(password_policy.length),
            String(usual.password_policy.length),
          ),
          field(
            'characters',
            t('merchants.security_characters'),
            characters(password_policy),
            characters(usual.password_policy),
          ),
          field('mfa_required', t('merchants.security_mfa'), mfa(mfa_required), mfa(usual.mfa_required)),
          field(
            'allowed_ips',
            t('merchants.security_networks'),
            allowed_ips?.join(', ') ?? t('merchants.security_anywhere'),
            t('merchants.security_anywhere'),
          ),
          field(
            'session_minutes',
            t('merchants.security_minutes'),
            minutes(effective(session_minutes, most)),
            minutes(most),
          ),
        ]}
      />
      <MerchantSecurityButton merchant={merchant} place="panel" />
      <MerchantSignOn merchant={merchant} {...(heading && { heading })} />
    </>
  )
}
