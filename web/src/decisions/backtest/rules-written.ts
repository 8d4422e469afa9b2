import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import { problemsOfCondition } from '@kontor/contract/decisions/conditions/condition-problems'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import { asksNothing } from '@kontor/contract/decisions/rulesets/validation-ruleset.rules'
import { useMemo } from 'react'
import { useFormValues } from '../../platform/form/record-form.tsx'

/** A ruleset as it stands in its form, with all that a test of it needs. */
export interface WrittenRuleset {
  readonly action: RulesetAction
  readonly rules: Condition[]
  readonly currency_code: string
  readonly organisation: string
  readonly payment_profile: string | null
  readonly ruleset?: string
}

/** Undefined while something is missing. The same value as long as nothing of it changes. */
export function useWrittenRuleset(id: string | undefined): WrittenRuleset | undefined {
  const { action, rules, currency_code, organisation, payment_profile } = useFormValues()
  const text = JSON.stringify([action, rules, currency_code, organisation, payment_profile])
  return useMemo(() => {
    const [doing, given, currency, place, profile] = JSON.parse(text)
    const asked: unknown[] = (Array.isArray(given) ? given : []).filter((rule) => !asksNothing(rule ?? {}))
    const isWhole = asked.length > 0 && asked.every((rule) => problemsOfCondition(rule, 'ruleset').length === 0)
    if (!isWhole || !currency || !place) return undefined
    return {
      action: doing,
      // The cast is safe: a rule without a problem is one.
      rules: asked as Condition[],
      currency_code: currency,
      organisation: place,
      payment_profile: profile || null,
      ...(id === undefined ? {} : { ruleset: id }),
    }
  }, [text, id])
}
