import type { LineProblem } from '@kontor/contract/pricing/line-problems'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'

/** A problem of lines in a sentence, which names the lines by their numbers. */
export function useProblemText(): (problem: LineProblem) => string {
  const { t } = useTranslation()
  const money = useMoney()
  return ({ code, lines, from, until, currency_code }) => {
    const amount = (value: number | undefined) =>
      value === undefined || !currency_code ? '' : money(value, currency_code)
    return t(`pricing.problem.${code}`, { lines: lines.join(', '), from: amount(from), until: amount(until) })
  }
}
