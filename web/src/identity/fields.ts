import { useTranslation } from 'react-i18next'

/** A short form of the contract's rules, for pages that do not load its schemas. */
export const emailProblem = (value: string): string | false =>
  value === '' ? 'required' : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && 'invalid_email'

/** The text under a field for a reason; null without a reason. */
export function useSaid(): (reason: string | false) => string | null {
  const { t } = useTranslation()
  return (reason) => (reason ? t(`form_validation.${reason}`) : null)
}
