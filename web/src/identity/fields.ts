import type { Resources } from 'i18next'
import { useTranslation } from 'react-i18next'

/** Why a field of a form is refused: `form_validation.{reason}`. */
type Reason = keyof Resources['main']['form_validation']

/** The rules of the contract in short, for pages that are opened without its schemas. */
export const emailProblem = (value: string): Reason | false =>
  value === '' ? 'required' : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && 'invalid_email'

/** The text under a field for a reason, or null when there is none. */
export function useSaid(): (reason: Reason | false) => string | null {
  const { t } = useTranslation()
  return (reason) => (reason ? t(`form_validation.${reason}`) : null)
}
