import { Refusal } from '@kontor/contract/refusal'
import type { ResolvedPayment } from './resolve.ts'

/** The processors that a payment may be taken to, the one that is asked first, and why these. */
export interface Decision {
  /** `keeper`: one of them keeps the card or agreement. `position`: the order in which the profile has them. */
  via: 'position' | 'keeper'
  processors: readonly [string, ...string[]]
}

/** Chooses without looking anything up, so that the same facts give the same choice. */
export function decide({ card, agreement, candidates }: Facts): Decision {
  const keeper = agreement.keeper ?? card.keeper
  // A token means something to the processor that keeps the card, and to no other.
  const [first, ...others] = keeper === null ? candidates : candidates.filter((id) => id === keeper)
  if (first === undefined) throw new Refusal('no_processor_for_product', { 'body.card': 'no_processor' })
  return { via: keeper === null ? 'position' : 'keeper', processors: [first, ...others] }
}

type Facts = Pick<ResolvedPayment, 'candidates'> & {
  card: Pick<ResolvedPayment['card'], 'keeper'>
  agreement: Pick<ResolvedPayment['agreement'], 'keeper'>
}
