import type { StoredTransaction } from './stored-transaction.ts'

/** Why a payment ended: its payer was sent to a page of the processor and did not come back, or no longer waited. */
export const payerGone = 'payer_gone'

/** True: we ended the payment by ourselves, so that it may be paid once more: money of it is for a person at once. */
export const wasGivenUp = ({ status_reason }: Pick<StoredTransaction, 'status_reason'>): boolean =>
  status_reason === payerGone
