import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { QueryCreator } from 'kysely'
import type { DB } from '../schema.ts'
import { knownFacts } from './facts/facts-of.ts'

/** What was decided about a payment, and from which facts. */
export interface Decided {
  via: 'position' | 'keeper' | 'blocked'
  /** The processor that is asked first; null: the payment is blocked. */
  processor: string | null
  facts: Facts
  /** Why brand and BIN of a new card are missing. */
  card_problem: 'no_answer' | 'not_known' | null
  three_d_secure: 'required' | 'impossible' | null
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
  { processor, facts, ...decided }: Decided,
): QueryCreator<DB> =>
  db.with('decided', (own) =>
    own.insertInto('decision').values({
      ...decided,
      merchant_id,
      transaction_created_at: created_at,
      transaction_id: id,
      processor_id: processor,
      facts: JSON.stringify(knownFacts(facts)),
    }),
  )
