import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from './api-client.ts'

/** The text of a refusal: `errors.{code}`, or a general sentence for a code without a text. */
export function useRefusalText(): (refusal: ApiRefusal) => string {
  const { t } = useTranslation()
  return (refusal) => t([`errors.${refusal.code}`, 'errors.internal_error'])
}

/** The text for a short reason of the contract's schemas: `form_validation.{reason}`. */
export function useReasonText(): (reason: string | number) => string {
  const { t } = useTranslation()
  // Only the set-up of the first user reports the password rule, and the default length holds there.
  return (reason) =>
    t([`form_validation.${reason}`, `password_rule.${reason}`, 'form_validation.invalid_value'], { length: 12 })
}

/** The texts under a form's fields, by field name: the detail `body.amount` belongs to `amount`. */
export function useFieldErrors(refusal: ApiRefusal | undefined): Record<string, string> {
  const textOf = useReasonText()
  const entries = Object.entries(refusal?.details ?? {})
    .filter(([path]) => path.startsWith('body.'))
    .map(([path, reasons]) => [path.slice('body.'.length), [reasons].flat().map(textOf).join(', ')])
  return Object.fromEntries(entries)
}
