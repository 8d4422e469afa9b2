import { useTranslation } from 'react-i18next'

/** The rules of the contract in short, for pages that are opened without its schemas. */
export const emailProblem = (value: string): string | false =>
  value === '' ? 'required' : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && 'invalid_email'

/** The text under a field for a reason, or null when there is none. */
export function useSaid(): (reason: string | false) => string | null {
  const { t } = useTranslation()
  return (reason) => (reason ? t(`form_validation.${reason}`) : null)
}
