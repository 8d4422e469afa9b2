import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import type { ApiRefusal } from './api-client.ts'

/** The text of a refusal: `errors.{code}`, or a general sentence for a code without a text. */
export function useRefusalText(): (refusal: { readonly code: string }) => string {
  const { t } = useTranslation()
  const textOf = useKnownText()
  return ({ code }) => textOf('errors', code, t('errors.internal_error'))
}

/** The text for a short reason of the contract's schemas: `form_validation.{reason}`. */
export function useReasonText(): (reason: string | number) => string {
  const { t } = useTranslation()
  const textOf = useKnownText()
  // Only the set-up of the first user reports the password rule, and the default length holds there.
  return (reason) =>
    reason === 'length'
      ? t('password_rule.length', { length: 12 })
      : textOf(['form_validation', 'password_rule'], String(reason), t('form_validation.invalid_value'))
}

/** The texts under a form's fields, by field name: the detail `body.amount` belongs to `amount`. */
export function useFieldErrors(refusal: ApiRefusal | undefined): Record<string, string> {
  const textOf = useReasonText()
  const entries = Object.entries(refusal?.details ?? {})
    .filter(([path]) => path.startsWith('body.'))
    .map(([path, reasons]) => [path.slice('body.'.length), [reasons].flat().map(textOf).join(', ')])
  return Object.fromEntries(entries)
}
