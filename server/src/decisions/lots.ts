import { hash } from 'node:crypto'
import { lotOf } from '@kontor/contract/decisions/conditions/condition.rules'

/** The lots of a payment: of each branch of a routing, and of each ruleset, by its id. */
export const lotsOf =
  (transaction: string) =>
  (drawnFor: string): number =>
    lotOf(Number.parseInt(hash('sha256', `${transaction}/${drawnFor}`).slice(0, 8), 16))
