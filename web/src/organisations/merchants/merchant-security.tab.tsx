import { merchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import { useTranslation } from 'react-i18next'
import { MerchantSignOn } from '../../identity/sign-on/merchant-sign-on.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { inSentence } from '../../ui/words/in-sentence.ts'
import { MerchantSecurityButton } from './merchant-security.button.tsx'

const characters = ['number', 'uppercase', 'lowercase', 'special'] as const

/** The sign-in requirements on a merchant's users, and the button that changes them. */
export function MerchantSecurityTab({ merchant }: { merchant: { id: string; name: string } }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(merchantSecurityEndpoint, { params: { id: merchant.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  const required = characters.filter((rule) => data.password_policy[rule])
  return (
    <>
      <FieldList
        fields={[
          [t('merchants.security_length'), String(data.password_policy.length)],
          [
            t('merchants.security_characters'),
            required.map((rule) => inSentence(t(`password_rule.${rule}`))).join(', '),
          ],
          [t('merchants.security_mfa'), t(`merchants.security_mfa_${data.mfa_required}`)],
          [t('merchants.security_networks'), data.allowed_ips?.join(', ') ?? t('merchants.security_anywhere')],
          [
            t('merchants.security_minutes'),
            t('merchants.security_minutes_value', {
              // An installation may have shortened its own minutes since.
              count: Math.min(data.session_minutes ?? Number.POSITIVE_INFINITY, data.longest_session_minutes),
            }),
          ],
        ]}
      />
      <MerchantSecurityButton merchant={merchant} place="panel" />
      <MerchantSignOn merchant={merchant} />
    </>
  )
}
