import { type Condition, type Facts, factOf, holds } from '@kontor/contract/decisions/conditions/condition.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import type { FactsIn } from '../facts/amount-in.ts'
import { lotsOf } from '../lots.ts'
import type { AppliedRuleset } from './applied-rulesets.ts'

/** The payment that rulesets are asked about. */
interface Judged {
  /** Its id, by which `random` is drawn. */
  transaction: string
  payment_product: string
  amount: number
  /** The payer can be sent to his bank. */
  payer_present: boolean
}

/** What rulesets say of a payment. */
export interface Judgement {
  /** Every ruleset that hits it: those that tag, then those that block, then those that ask for 3-D Secure. */
  hits: readonly AppliedRuleset[]
  isBlocked: boolean
  /** `impossible`: it is asked for, and no payer is there. Null: nobody asks for it. */
  three_d_secure: 'required' | 'impossible' | null
}

const order = ['tag', 'block', '3dSecure'] as const satisfies readonly RulesetAction[]

/** Asks all rulesets about a payment. It reads nothing from the database, so the same facts always give the same answer. */
export function judge(rulesets: readonly AppliedRuleset[], payment: Judged, factsIn: FactsIn): Judgement {
  const hits = order.flatMap((action) =>
    rulesets.filter((each) => each.action === action && isAsked(each, payment) && isHit(each, payment, factsIn)),
  )
  const has = (action: RulesetAction) => hits.some((each) => each.action === action)
  const asks = payment.payer_present ? 'required' : 'impossible'
  return { hits, isBlocked: has('block'), three_d_secure: has('3dSecure') ? asks : null }
}

/** A card that is only checked gets no tag, and only the payer of a card can be asked to authenticate. */
function isAsked({ action }: AppliedRuleset, { amount, payment_product }: Judged): boolean {
  if (action === 'tag') return amount > 0
  return action === 'block' || payment_product === 'card'
}

const isHit = ({ id, currency_code, rules }: AppliedRuleset, { transaction }: Judged, factsIn: FactsIn): boolean =>
  holdAll(rules, factsIn(currency_code), () => lotsOf(transaction)(id))

/** True: every rule of a ruleset holds. */
export const holdAll = (rules: readonly Condition[], facts: Facts, draw: () => number): boolean =>
  rules.every((rule) => holds(rule, factOf(rule.name, facts, draw)))
