import { useTranslation } from 'react-i18next'

/**
 * The reason why a planned payment was not taken: it was cancelled, the issuer declined, or the issuer could not be
 * asked.
 */
export function useScheduledReason(): (reason: string | null) => string {
  const { t } = useTranslation()
  return (reason) => (reason ? t([`scheduled.reason.${reason}`, `errors.${reason}`], { defaultValue: reason }) : '–')
}
