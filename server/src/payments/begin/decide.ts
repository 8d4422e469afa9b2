import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { DecisionWay } from '@kontor/contract/decisions/decision.rules'
import { type Branch, type Draw, type Route, route } from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Candidate } from './candidates.ts'
import type { ResolvedPayment } from './resolve.ts'

/** The processors that a payment may be taken to, the first one first, and the rule that chose them. */
export interface Decision {
  via: Exclude<DecisionWay, 'blocked'>
  processors: readonly [string, ...string[]]
  /** The way through the routing's tree. Undefined: the payment profile uses no routing for the product. */
  route: Route | undefined
}

/** A payment that a ruleset blocks is taken to no processor. */
export const blocked = { via: 'blocked', processors: [], route: undefined } as const

/** The tree of the payment profile's routing, with the facts in its currency and the lots of the payment. */
export interface Asking {
  tree: Branch
  facts: Facts
  draw: Draw
}

/** Chooses the processors. It reads nothing from the database, so the same facts always give the same choice. */
export function decide(payment: Choice, asking?: Asking): Decision {
  const { agreement, card, candidates } = payment
  const keeper = agreement.keeper ?? card.keeper
  const kept = candidates.find(({ id }) => id === keeper)
  const [first] = candidates
  // Only the processor that keeps the card or agreement understands its token.
  if (!first || (keeper !== null && !kept))
    throw new Refusal('no_processor_for_product', { 'body.card': 'no_processor' })
  const taken = asking && route(asking.tree, asking.facts, asking.draw)
  const byOrder: Decision = {
    via: kept ? 'keeper' : 'position',
    processors: kept ? [kept.id] : ids(first, candidates),
    route: taken,
  }
  if (!taken) return byOrder

  const holder = kept ?? holderOfToken(payment)
  const understanding = holder ? candidates.filter((each) => understands(payment, each, holder)) : candidates
  const chosen = understanding.find(({ id }) => id === taken.processor)
  if (chosen) return { via: 'tree', processors: ids(chosen, understanding), route: taken }
  // The tree's processor takes payments and does not know this token.
  const isKept = holder !== undefined && candidates.some(({ id }) => id === taken.processor)
  if (isKept) return { via: 'keeper', processors: [holder.id], route: taken }
  return { ...byOrder, via: kept ? 'keeper' : 'fallback' }
}

type Choice = Pick<ResolvedPayment, 'candidates'> & {
  card: Pick<ResolvedPayment['card'], 'keeper' | 'token'>
  agreement: Pick<ResolvedPayment['agreement'], 'keeper'>
  order: { asked: Pick<ResolvedPayment['order']['asked'], 'by'> }
}

const ids = (first: Candidate, all: readonly Candidate[]): [string, ...string[]] => [
  first.id,
  ...all.filter(({ id }) => id !== first.id).map(({ id }) => id),
]

/** The payment page shows the card fields of the preferred processor, which made the token of a new card. */
const holderOfToken = ({ card, order, candidates }: Choice): Candidate | undefined =>
  order.asked.by === 'payer' && card.keeper === null && card.token !== undefined ? candidates[0] : undefined

/** Only the processor that keeps an agreement can charge it. A card's token is known within its vault. */
const understands = ({ agreement }: Choice, { id, vault }: Candidate, holder: Candidate): boolean =>
  id === holder.id || (agreement.keeper === null && vault !== null && vault === holder.vault)
