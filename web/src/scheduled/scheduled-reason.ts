import { useTranslation } from 'react-i18next'

/** Why a planned payment was not taken: cancelled, an issuer's word, or why it could not even be asked for. */
export function useScheduledReason(): (reason: string | null) => string {
  const { t } = useTranslation()
  return (reason) => (reason ? t([`scheduled.reason.${reason}`, `errors.${reason}`], { defaultValue: reason }) : '–')
}
