import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import { useMoney } from '../value/use-money.ts'
import type { ApiRefusal } from './api-client.ts'

interface Refused {
  readonly code: string
  readonly details?: ApiRefusal['details']
}

/**
 * The text of a refusal: `errors.{code}`, or a general sentence for a code without a text. A limit that the server names is
 * told in a sentence of its own.
 */
export function useRefusalText(): (refusal: Refused) => string {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const limitOf = useLimitText()
  return ({ code, details = {} }) => [textOf('errors', code, t('errors.internal_error')), ...limitOf(details)].join(' ')
}

function useLimitText(): (details: ApiRefusal['details']) => string[] {
  const { t } = useTranslation()
  const money = useMoney()
  return ({ address, currency_code, daily_volume, known_as, largest_refund, refund_days, ...named }) => {
    const amountOf = (limit: unknown) =>
      typeof limit === 'number' && typeof currency_code === 'string' ? money(limit, currency_code) : undefined
    const [volume, refund] = [amountOf(daily_volume), amountOf(largest_refund)]
    const names = named['rulesets'] ?? named['processors'] ?? named['organisations']
    return [
      ...(volume ? [t('limit.daily_volume', { amount: volume })] : []),
      ...(refund ? [t('limit.largest_refund', { amount: refund })] : []),
      ...(Array.isArray(names) && names.length > 0 ? [t('limit.names', { names: names.join(', ') })] : []),
      ...(typeof address === 'string' ? [t('limit.address', { address })] : []),
      ...(typeof known_as === 'string' ? [t('limit.known_as', { name: known_as })] : []),
      ...(typeof refund_days === 'number' ? [t('limit.refund_days', { count: refund_days })] : []),
    ]
  }
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
