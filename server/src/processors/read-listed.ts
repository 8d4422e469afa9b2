import { type ListedPayment, NoAnswer, OutcomeUnknown } from './gateway.ts'

/**
 * Reads one payment of a list. One that cannot be read, as it has a new word or more refunds than are shown, is said to be so, and
 * ends the list for no other. Throws where nothing was answered.
 */
export async function readListed<T>(payment_id: string, read: () => Promise<T>): Promise<T | ListedPayment> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown) || error instanceof NoAnswer) throw error
    return { payment_id, told: [], unreadable: error.message }
  }
}
