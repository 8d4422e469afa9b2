import { useTranslation } from 'react-i18next'

/** The reason why a link is over, in words. */
export function LinkReason({ of: { status_reason } }: { of: { status_reason: string | null } }) {
  const { t } = useTranslation()
  return status_reason ? t(`links.detail.${status_reason}`, { defaultValue: status_reason }) : '–'
}
