import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { DecisionWay } from '@kontor/contract/decisions/decision.rules'
import { type Branch, type Draw, type Route, route, without } from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type Candidate, keeperOf } from './candidates.ts'
import type { ResolvedPayment } from './resolve.ts'

/** The processor of a payment, and the rule that chose it. */
export interface Decision {
  via: Exclude<DecisionWay, 'blocked'>
  processor: string
  /** The processor that is asked next, if the first one certainly does not take the payment (docs/adr/0113). */
  next: string | undefined
  /** The way through the routing's tree. Undefined: the payment profile uses no routing for the product. */
  route: Route | undefined
}

/** A payment that a ruleset blocks is taken to no processor. */
export const blocked = { via: 'blocked', processor: null, next: undefined, route: undefined } as const

/** The tree of the payment profile's routing, with the facts in its currency and the lots of the payment. */
export interface Asking {
  tree: Branch
  facts: Facts
  draw: Draw
}

/** Chooses the processors. It reads nothing from the database, so the same facts always give the same choice. */
export function decide(payment: Choice, asking?: Asking): Decision {
  const first = chooseFirst(payment, asking)
  return { ...first, next: nextAfter(first.processor, payment, asking) }
}

function chooseFirst(payment: Choice, asking: Asking | undefined): Omit<Decision, 'next'> {
  const { candidates } = payment
  const keeper = keeperOf(payment)
  const kept = candidates.find(({ id }) => id === keeper)
  const [preferred] = candidates
  // Only the processor that keeps the card or agreement understands its token.
  if (!preferred || (keeper !== null && !kept))
    throw new Refusal('no_processor_for_product', { 'body.card': 'keeper_takes_no_payments' })
  const taken = asking && route(asking.tree, asking.facts, asking.draw)
  const { id: processor } = kept ?? preferred
  const byOrder = { via: kept ? 'keeper' : 'position', processor, route: taken } as const
  if (!taken) return byOrder

  const holder = kept ?? holderOfToken(payment)
  const understanding = holder ? candidates.filter((each) => understands(payment, each, holder)) : candidates
  const chosen = understanding.find(({ id }) => id === taken.processor)
  if (chosen) return { via: 'tree', processor: chosen.id, route: taken }
  // The tree's processor takes payments and does not know this token.
  const isKept = holder !== undefined && candidates.some(({ id }) => id === taken.processor)
  if (isKept) return { via: 'keeper', processor: holder.id, route: taken }
  return { ...byOrder, via: kept ? 'keeper' : 'fallback' }
}

/**
 * The processor that the tree names when the first one is taken out of it, and all of the other mode or that cannot charge what the
 * payer gave; where there is no tree, the next one in the order of the profile. Undefined: there is none.
 */
function nextAfter(first: string, payment: Choice, asking: Asking | undefined): string | undefined {
  const { agreement, card, candidates } = payment
  const asked = candidates.find(({ id }) => id === first)
  if (!payment.isFailoverOn || !asked || agreement.keeper !== null) return undefined
  const hasToken = card.token !== undefined
  // A processor in test mode approves without money.
  const others = candidates
    .filter(({ id, mode }) => id !== first && mode === asked.mode)
    .filter(({ vault }) => !hasToken || isSame(vault, asked.vault))
  if (!asking) return others[0]?.id
  const rest = without(asking.tree, (processor) => !others.some(({ id }) => id === processor))
  return rest && route(rest, asking.facts, asking.draw).processor
}

const isSame = (vault: string | null, other: string | null): boolean => vault !== null && vault === other

type Choice = Pick<ResolvedPayment, 'candidates' | 'isFailoverOn'> & {
  card: Pick<ResolvedPayment['card'], 'keeper' | 'token'>
  agreement: Pick<ResolvedPayment['agreement'], 'keeper'>
  order: { asked: Pick<ResolvedPayment['order']['asked'], 'by'> }
}

/** The payment page shows the card fields of the preferred processor, which made the token of a new card. */
const holderOfToken = ({ card, order, candidates }: Choice): Candidate | undefined =>
  order.asked.by === 'payer' && card.keeper === null && card.token !== undefined ? candidates[0] : undefined

/** Only the processor that keeps an agreement can charge it. A card's token is known within its vault. */
const understands = ({ agreement }: Choice, { id, vault }: Candidate, holder: Candidate): boolean =>
  id === holder.id || (agreement.keeper === null && isSame(vault, holder.vault))
