import type { Source } from '../../platform/rows/list.ts'
import { ageingSource } from './ageing.rows.ts'
import { dayBalanceSource } from './day-balance.rows.ts'
import { differenceSource } from './difference.rows.ts'
import { feeSource } from './fee.rows.ts'
import { marginSource } from './margin.rows.ts'
import { payoutSource } from './payout.rows.ts'
import { reserveMovementSource } from './reserve-movement.rows.ts'
import { settlementLineSource } from './settlement-line.rows.ts'
import { taxSource } from './tax.rows.ts'
import { pspTransferSource, transferSource } from './transfer.rows.ts'
import { unpricedPaymentSource } from './unpriced-payment.rows.ts'

/** The lists of what was booked. */
export const bookedSources: readonly Source[] = [
  transferSource,
  feeSource,
  dayBalanceSource,
  reserveMovementSource,
  taxSource,
  settlementLineSource,
  payoutSource,
  pspTransferSource,
  marginSource,
  differenceSource,
  unpricedPaymentSource,
  ageingSource,
]
