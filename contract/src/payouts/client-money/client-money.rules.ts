/** CREATED: it waits for a second person. APPROVED: it may be carried out at the bank. BOOKED: the bank's statement says so. */
export const sweepStatuses = ['CREATED', 'APPROVED', 'BOOKED', 'CANCELLED'] as const
export type SweepStatus = (typeof sweepStatuses)[number]

/** Sweeps that may still be taken back. */
export const isOpenSweep = (status: SweepStatus): boolean => status === 'CREATED' || status === 'APPROVED'

/** How a surplus is said in words. */
export const coverOf = (surplus: number): 'covered' | 'covered_exactly' | 'short' =>
  surplus === 0 ? 'covered_exactly' : surplus < 0 ? 'short' : 'covered'

export const clientMoneyStates = ['COVERED', 'SHORT'] as const

/** Minor units. */
export interface ClientMoney {
  /** What the books have on accounts of client money, and what processors owe. */
  readonly bank: bigint
  readonly receivable: bigint
  /** What merchants are owed. Merchants who owe something cover nothing of it. */
  readonly payable: bigint
  readonly reserve: bigint
  readonly in_transit: bigint
}

/** What is there beyond what belongs to merchants; below zero it is a shortfall. */
export const surplusOf = ({ bank, receivable, payable, reserve, in_transit }: ClientMoney): bigint =>
  bank + receivable - payable - reserve - in_transit

/**
 * What the provider may take for itself: the surplus without what nobody has explained, as far as it is at the bank, and without what
 * is being swept.
 */
export function sweepableOf(money: ClientMoney & { readonly unexplained: bigint }, underWay: bigint): bigint {
  const [least = 0n] = [surplusOf(money) - money.unexplained, money.bank].sort((one, other) => (one < other ? -1 : 1))
  return least > underWay ? least - underWay : 0n
}
