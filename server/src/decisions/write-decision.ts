import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { CardProblem, DecisionWay } from '@kontor/contract/decisions/decision.rules'
import { type Step, writePath } from '@kontor/contract/decisions/routings/tree.rules'
import type { QueryCreator } from 'kysely'
import type { DB } from '../schema.ts'
import { type KnownIssuer, knownFacts } from './facts/facts-of.ts'

/** What was decided about a payment, and from which facts. */
export interface Decided {
  via: DecisionWay
  /** The processor that is asked first; null: the payment is blocked. */
  processor: string | null
  facts: Facts
  issuer: KnownIssuer | undefined
  /** Why brand and BIN of a new card are missing. */
  card_problem: CardProblem | null
  three_d_secure: 'required' | 'impossible' | null
  /** The way through a version of a routing, with the facts in its currency; null: no routing was asked. */
  way: { id: string; version: number; path: readonly Step[]; facts: Facts } | null
}

interface Key {
  merchant_id: string
  created_at: string
  id: string
}

/** Begins a statement that also writes the decision: that of the payment itself, which then needs no further call. */
export const deciding = (
  db: QueryCreator<DB>,
  { merchant_id, created_at, id }: Key,
  { processor, facts, issuer, way, ...decided }: Decided,
): QueryCreator<DB> =>
  db.with('decided', (own) =>
    own.insertInto('decision').values({
      ...decided,
      merchant_id,
      transaction_created_at: created_at,
      transaction_id: id,
      processor_id: processor,
      routing_id: way?.id ?? null,
      routing_version: way?.version ?? null,
      path: way && writePath(way.path),
      facts: JSON.stringify(knownFacts(facts, issuer, way?.facts)),
    }),
  )
