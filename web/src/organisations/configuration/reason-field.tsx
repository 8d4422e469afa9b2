import { useTranslation } from 'react-i18next'
import { LongTextField } from '../../platform/form/fields.tsx'

/** Why a part of a merchant's configuration is changed: every form of it asks, also where programs need not say it. */
export function ReasonField() {
  const { t } = useTranslation()
  return <LongTextField name="reason" description={t('merchant_configuration.reason_help')} isRequired />
}

/** The problem of a reason that is missing, for forms whose command does without one. */
export function useMissingReason() {
  const { t } = useTranslation()
  return ({ reason }: Readonly<Record<string, unknown>>): string | null =>
    typeof reason === 'string' && reason.trim() !== '' ? null : t('form_validation.required')
}
