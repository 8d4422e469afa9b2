import { type Expression, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { activeProcessors } from '../../processors/active-processors.ts'
import { type Keeping, vaultOf } from '../../processors/vault.ts'

/** A processor that a payment may go to. */
export interface Candidate {
  id: string
  /** The same word: a card's token of one is known to the other. Null: its tokens are its own. */
  vault: string | null
  mode: string
}

export type CandidateRow = Keeping & { id: string }

/** The active processors of a payment profile for a product, the preferred one first, in a SELECT. */
export const candidateRows = (
  db: Trx,
  of: { merchant: Expression<string>; profile: Expression<string>; product: string },
) => {
  const found = activeProcessors(db, of)
    .select(['processor.id', 'processor.gateway', 'processor.account', 'processor.mode'])
    .where('processor.payment_product', '=', of.product)
  return sql<CandidateRow[]>`coalesce((select jsonb_agg(found) from (${found}) as found), '[]')`
}

export const candidateOf = ({ id, ...keeping }: CandidateRow): Candidate => ({
  id,
  vault: vaultOf(keeping),
  mode: keeping.mode,
})

interface Kept {
  keeper: string | null
}

/** The processor that keeps what is charged; null: none does. An agreement is charged where it was made. */
export const keeperOf = ({ agreement, card }: { agreement: Kept; card: Kept }): string | null =>
  agreement.keeper ?? card.keeper
