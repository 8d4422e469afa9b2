import { Refusal } from '@kontor/contract/refusal'
import type { ResolvedPayment } from './resolve.ts'

/** The processors that a payment may be taken to, the first one first, and the rule that chose them. */
export interface Decision {
  /** `keeper`: the processor keeps the stored card or agreement. `position`: the order of the payment profile. */
  via: 'position' | 'keeper'
  processors: readonly [string, ...string[]]
}

/** A payment that a ruleset blocks is taken to no processor. */
export const blocked = { via: 'blocked', processors: [] } as const

/** Chooses the processors. It reads nothing from the database, so the same facts always give the same choice. */
export function decide({ card, agreement, candidates }: Facts): Decision {
  const keeper = agreement.keeper ?? card.keeper
  // Only the processor that keeps the card or agreement understands its token.
  const [first, ...others] = keeper === null ? candidates : candidates.filter((id) => id === keeper)
  if (first === undefined) throw new Refusal('no_processor_for_product', { 'body.card': 'no_processor' })
  return { via: keeper === null ? 'position' : 'keeper', processors: [first, ...others] }
}

type Facts = Pick<ResolvedPayment, 'candidates'> & {
  card: Pick<ResolvedPayment['card'], 'keeper'>
  agreement: Pick<ResolvedPayment['agreement'], 'keeper'>
}
