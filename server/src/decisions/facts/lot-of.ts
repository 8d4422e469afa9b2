import { createHash } from 'node:crypto'
import { lotOf } from '@kontor/contract/decisions/conditions/condition.rules'

/** The lot of a payment at a branch of a routing or at a ruleset: the same whenever it is asked again. */
export const drawLot = (transaction: string, of: string): number =>
  lotOf(createHash('sha256').update(`${transaction}/${of}`).digest().readUInt32BE(0))
