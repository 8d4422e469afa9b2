import { useTranslation } from 'react-i18next'
import { type EndReason, lastIdleMinutes } from '../session.ts'

// The text of specification 000, section 8. What took longer took that long as well.
const specified_minutes = 30

/** Why the last session ended. The people of a merchant may be signed out sooner than the specification has it. */
export function useEndText(): (end: EndReason) => string {
  const { t } = useTranslation()
  const minutes = lastIdleMinutes() ?? specified_minutes
  return (end) => {
    if (end === 'network') return t('errors.network_not_allowed')
    return end === 'inactive' && minutes < specified_minutes
      ? t('session_end.inactive_sooner', { minutes })
      : t(`session_end.${end}`)
  }
}
