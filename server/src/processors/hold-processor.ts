import type { Trx } from '../platform/db/database.ts'
import { besideEachOther } from '../platform/db/locked.ts'

/**
 * Until the transaction ends, no other credential is put to use for the processor where that would matter to an order under way:
 * whoever does it sees the order that this transaction writes. A new row that refers to its processor does the same; a capture, a
 * void, a cancellation by our reference and an answer to a chargeback write none.
 */
export const holdProcessor = (trx: Trx, id: string): Promise<void> => besideEachOther(trx, ordersOf(id))

export const ordersOf = (processor: string) => `orders of ${processor}`
