import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import type { ApiRefusal } from './api-client.ts'

/** What a refusal says: `errors.{code}`, or the general sentence for a code that has none. */
export function useRefusalText(): (refusal: { readonly code: string }) => string {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return ({ code }) => textOf('errors', code, t('errors.internal_error'))
}

/** What a short reason of the contract's schemas means: `form_validation.{reason}`. */
export function useReasonText(): (reason: string | number) => string {
  const { t } = useTranslation()
  const textOf = useKnownText()
  // Only the set-up of the first user is told which rule it is, and there the default length holds.
  return (reason) =>
    reason === 'length'
      ? t('password_rule.length', { length: 12 })
      : textOf(['form_validation', 'password_rule'], String(reason), t('form_validation.invalid_value'))
}

/** The texts under the fields of a form, by field name: `details` of `body.amount` becomes `amount`. */
export function useFieldErrors(refusal: ApiRefusal | undefined): Record<string, string> {
  const textOf = useReasonText()
  const entries = Object.entries(refusal?.details ?? {})
    .filter(([path]) => path.startsWith('body.'))
    .map(([path, reasons]) => [path.slice('body.'.length), [reasons].flat().map(textOf).join(', ')])
  return Object.fromEntries(entries)
}
