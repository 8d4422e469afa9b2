import type { ConditionValue, Operator, RuleName } from '@kontor/contract/decisions/conditions/condition.rules'

/** A rule that is being written. */
export interface RuleDraft {
  name: RuleName | null
  operator: Operator | null
  value: ConditionValue | null
}

export const emptyRule: RuleDraft = { name: null, operator: null, value: null }
