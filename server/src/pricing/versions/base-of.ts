import { monthBounds } from '@kontor/contract/pricing/price.rules'
import { type RawBuilder, sql } from 'kysely'

/**
 * What a fee by a line `l` is of, in minor units: of a minimum or maximum of a month the fees that it was compared with, which with
 * the fee make that amount; of anything else `otherwise`. `fee`: its signed amount.
 */
export const baseOf = (fee: string, otherwise: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when l.event in (${sql.join(monthBounds)}) then l.fixed - ${sql.ref(fee)} else ${otherwise} end`
