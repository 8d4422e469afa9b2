import type { Entity } from '../../entity.ts'
import { ageing } from './ageing.entity.ts'
import { dayBalance } from './day-balance.entity.ts'
import { difference } from './difference.entity.ts'
import { fee } from './fee.entity.ts'
import { margin } from './margin.entity.ts'
import { payout } from './payout.entity.ts'
import { reserveMovement } from './reserve-movement.entity.ts'
import { settlementLine } from './settlement-line.entity.ts'
import { tax } from './tax.entity.ts'
import { pspTransfer, transfer } from './transfer.entity.ts'
import { unpricedPayment } from './unpriced-payment.entity.ts'

/**
 * Lists of what the ledger booked, and what follows from it. Their rows are listed, counted, added up and exported like those of
 * entities, and have no address of their own.
 */
export const bookedLists: readonly Entity[] = [
  transfer,
  fee,
  dayBalance,
  reserveMovement,
  tax,
  settlementLine,
  payout,
  pspTransfer,
  margin,
  difference,
  unpricedPayment,
  ageing,
]
