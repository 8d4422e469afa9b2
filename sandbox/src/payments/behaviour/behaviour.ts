import { cardOf, ruleOf } from './card-numbers.ts'
import { amountRules, type Behaviour, productsWithPage, ruleAmounts, verdictWords } from './rules.ts'

export type Kind = 'payment' | 'capture' | 'void' | 'refund' | 'accept' | 'dispute' | 'cancel' | 'resume'

export interface Asked {
  kind: Kind
  amount: number
  card_token?: string | undefined
  payment_product?: string
  payer_present?: boolean | undefined
  three_d_secure?: 'required' | undefined
}

/** The behaviour of the card, or of the amount where the amount has a rule. */
export function behaviourOf(asked: Asked, isToldLater: boolean): Behaviour {
  const behaviour = { ...behaviourOfProduct(asked), ...behaviourOfAmount(asked.amount) }
  if (isToldLater) return toldLater(behaviour, asked.kind)
  const hasOneStatus = asked.kind !== 'payment' && asked.kind !== 'capture'
  // One notification alone has no order to change: such an operation gets two statuses and so two notifications.
  if (behaviour.notifications === 'out_of_order' && hasOneStatus)
    return { ...behaviour, outcome: 'pending_then_approve' }
  return behaviour
}

/** Of a payment the reply tells the outcome, because a payer waits for it; of all else it tells only the receipt. */
const toldLater = (behaviour: Behaviour, kind: Kind): Behaviour => ({
  ...behaviour,
  outcome: kind === 'payment' ? behaviour.outcome : pendingFirst[behaviour.outcome],
  is_told_later: true,
})

const pendingFirst: Record<Behaviour['outcome'], Behaviour['outcome']> = {
  approve: 'pending_then_approve',
  decline: 'pending_then_decline',
  authenticate: 'authenticate',
  pending_then_approve: 'pending_then_approve',
  pending_then_decline: 'pending_then_decline',
}

export const findCard = cardOf

function behaviourOfProduct({ card_token, payment_product = '', payer_present, three_d_secure }: Asked): Behaviour {
  const hasPage = payer_present === true && productsWithPage.includes(payment_product)
  if (hasPage) return { outcome: 'authenticate' }
  const behaviour = behaviourOfCard(card_token)
  const isAsked = payer_present === true && three_d_secure === 'required' && behaviour.outcome === 'approve'
  return isAsked ? { ...behaviour, outcome: 'authenticate' } : behaviour
}

function behaviourOfCard(token: string | undefined): Behaviour {
  if (token === undefined) return { outcome: 'approve' }
  return ruleOf(token)?.behaviour ?? { outcome: 'decline', reason: 'unknown_card' }
}

function behaviourOfAmount(amount: number): Partial<Behaviour> {
  if (amount < ruleAmounts.from || amount > ruleAmounts.to) return {}
  return amountRules.find((rule) => rule.ending === amount - ruleAmounts.from)?.behaviour ?? {}
}

export function verdictOf({
  explanation = '',
  evidence,
}: {
  explanation?: string | undefined
  evidence: string[]
}): 'WON' | 'LOST' {
  if (explanation.includes(verdictWords.LOST)) return 'LOST'
  return evidence.length > 0 || explanation.includes(verdictWords.WON) ? 'WON' : 'LOST'
}
