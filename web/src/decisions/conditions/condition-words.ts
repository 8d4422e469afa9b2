import type {
  ConditionValue,
  Operator,
  RuleName,
  SingleValue,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../platform/api/refusal-text.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'

interface Asked {
  readonly name: RuleName
  readonly operator: Operator
  readonly value: ConditionValue
}

interface Known {
  /** The currency of amounts. */
  readonly currency: string
  /** The names of customers and cards by id, and of categories of trade by number. */
  readonly names?: Readonly<Record<string, string>>
}

const operatorKeys = {
  ...({ '==': 'is', '!=': 'is_not', '>': 'more', '<': 'less' } as const),
  ...({ '>=': 'at_least', '<=': 'at_most', IN: 'in', NOT_IN: 'not_in' } as const),
} as const satisfies Record<Operator, string>

/** Conditions and their parts in words. */
export function useConditionWords() {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const reasonText = useReasonText()

  const ruleText = (name: RuleName) => t(`conditions.rule.${name}`)
  const operatorText = (operator: Operator) => t(`conditions.operator.${operatorKeys[operator]}`)
  /** Among choices, an operator has its sign too. */
  const operatorChoice = (operator: Operator) => ({
    value: operator,
    label: `${operatorText(operator)} (${operator})`,
  })

  /** One value, or what a payment was; null: it lacked it. */
  const valueText = (name: RuleName, value: SingleValue | null, { currency, names = {} }: Known): string => {
    if (value === null) return t('conditions.missing')
    switch (name) {
      case 'amount':
        return currency ? money(Number(value), currency) : String(value)
      case 'random':
        return t('conditions.percent', { value: labels.number(Number(value)) })
      case '3ds':
      case 'recurring':
        return labels.value(name, { kind: 'boolean', optional: false }, String(value))
      case 'country_code':
        return labels.value(name, { kind: 'country', optional: true }, String(value))
      case 'customer_status':
        return labels.value('status', undefined, String(value))
      case 'recurring_type':
        return value === '' ? t('conditions.no_series') : labels.value(name, undefined, String(value))
      case 'card':
      case 'customer':
        return names[String(value)] ?? `…${String(value).slice(-8)}`
      case 'mcc':
        return names[String(value)] ?? String(value)
      default:
        return labels.value(name, undefined, String(value))
    }
  }
  const valuesText = (name: RuleName, value: ConditionValue, known: Known): string =>
    (typeof value === 'object' ? value : [value]).map((each) => valueText(name, each, known)).join(', ')

  /** "the amount is more than € 100.00": a sentence of its own, or, after "if", a clause, which has another order in Dutch. */
  const textAs = (as: 'sentence' | 'clause', { name, operator, value }: Asked, known: Known): string => {
    if (name === '3ds' || name === 'recurring')
      return t(`conditions.flag_${as}.${name}.${(value === true) === (operator === '==') ? 'yes' : 'no'}`)
    if (name === 'random' && (operator === '<' || operator === '<='))
      return t(as === 'clause' ? 'conditions.share_clause' : 'conditions.share', {
        value: valuesText(name, value, known),
      })
    const [rule, values] = [t(`conditions.subject.${name}`), valuesText(name, value, known)]
    return as === 'clause'
      ? t(`conditions.clause.${operatorKeys[operator]}`, { rule, value: values })
      : t('conditions.sentence', { rule, operator: operatorText(operator), value: values })
  }
  const conditionText = (asked: Asked, known: Known) => textAs('sentence', asked, known)
  const clauseText = (asked: Asked, known: Known) => textAs('clause', asked, known)
  /** What is wrong with a value, by the reason of its check. What is no number, or below zero, is told which there are. */
  const problemText = (name: RuleName | null, reason: string): string => {
    const isNoNumber = reason === 'must_be_a_number' || reason === 'must_not_be_negative'
    if (isNoNumber && name === 'amount') return t('conditions.amount_from_zero')
    return reasonText(isNoNumber && name === 'random' ? 'zero_to_hundred' : reason)
  }
  return { ruleText, operatorChoice, valueText, conditionText, clauseText, problemText }
}

export type ConditionWords = ReturnType<typeof useConditionWords>
