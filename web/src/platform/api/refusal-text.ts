import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from './api-client.ts'

/** What a refusal says: `errors.{code}`, or the general sentence for a code that has none. */
export function useRefusalText(): (refusal: ApiRefusal) => string {
  const { t } = useTranslation()
  return (refusal) => t([`errors.${refusal.code}`, 'errors.internal_error'])
}

/** What a short reason of the contract's schemas means: `form_validation.{reason}`. */
export function useReasonText(): (reason: string | number) => string {
  const { t } = useTranslation()
  // Only the set-up of the first user is told which rule it is, and there the default length holds.
  return (reason) =>
    t([`form_validation.${reason}`, `password_rule.${reason}`, 'form_validation.invalid_value'], { length: 12 })
}

/** The texts under the fields of a form, by field name: `details` of `body.amount` becomes `amount`. */
export function useFieldErrors(refusal: ApiRefusal | undefined): Record<string, string> {
  const textOf = useReasonText()
  const entries = Object.entries(refusal?.details ?? {})
    .filter(([path]) => path.startsWith('body.'))
    .map(([path, reasons]) => [path.slice('body.'.length), [reasons].flat().map(textOf).join(', ')])
  return Object.fromEntries(entries)
}
