import type { Resources } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A reason why a field of a form is refused; its text is `form_validation.{reason}`. */
type Reason = keyof Resources['main']['form_validation']

/** A short form of the contract's rules, for pages that do not load its schemas. */
export const emailProblem = (value: string): Reason | false =>
  value === '' ? 'required' : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && 'invalid_email'

/** The text under a field for a reason; null without a reason. */
export function useSaid(): (reason: Reason | false) => string | null {
  const { t } = useTranslation()
  return (reason) => (reason ? t(`form_validation.${reason}`) : null)
}
