import { useTranslation } from 'react-i18next'

export function LinkReason({ of: { status_reason } }: { of: { status_reason: string | null } }) {
  const { t } = useTranslation()
  return status_reason ? t(`links.detail.${status_reason}`, { defaultValue: status_reason }) : '–'
}
