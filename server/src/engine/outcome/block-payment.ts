import type { StatusReason } from '@kontor/contract/statuses/status-reasons'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { passSteps } from './change-transaction.ts'

/** Ends a payment that no processor was asked about. */
export const blockPayment = (
  trx: Trx,
  transaction: Locked<StoredTransaction>,
  status_reason: StatusReason,
): Promise<Locked<StoredTransaction>> =>
  passSteps(trx, transaction, [{ changes: { status: 'CANCELLED', status_reason, blocked: true, processor_id: null } }])
