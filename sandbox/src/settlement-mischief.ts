import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'

/** What may be wrong in a settlement, so that every difference with a caller's books can be made on demand. */
export const mischiefs = [
  'left_out',
  'twice',
  'amount',
  'fee',
  'unknown',
  'currency',
  'id_lost',
  'late_chargeback',
] as const
export type Mischief = (typeof mischiefs)[number]

/** A line of a settlement before it is written down. Amounts in minor units. */
export interface SettledLine {
  type: string
  booked_at: Date
  reference: string
  merchant_reference: string
  id: string
  payment_id: string
  currency_code: string
  gross: number
  /** Interchange, scheme fees, markup and commission. */
  fees: readonly number[]
}

/** What becomes of a line. */
const worse: Readonly<Record<Mischief, (line: SettledLine) => SettledLine[]>> = {
  left_out: () => [],
  twice: (line) => [line, line],
  amount: (line) => [{ ...line, gross: line.gross + 1 }],
  fee: (line) => [{ ...line, fees: line.fees.map((fee, at) => (at === 2 ? fee + 3 : fee)) }],
  unknown: (line) => [
    line,
    { ...line, reference: randomUUID(), id: `op_${randomUUID()}`, payment_id: `pay_${randomUUID()}` },
  ],
  currency: (line) => [{ ...line, currency_code: line.currency_code === 'USD' ? 'EUR' : 'USD' }],
  // The chargeback itself is told of later, under the id that it has here.
  late_chargeback: (line) => [line, chargedBack(line)],
  // The reference of the merchant is all that is left.
  id_lost: (line) => [{ ...line, reference: line.merchant_reference, id: '', payment_id: '' }],
}

/** The fee of a chargeback, whatever its amount. */
export const chargebackFees: readonly number[] = [0, 0, 0, 1_500]

const chargedBack = (line: SettledLine): SettledLine => ({
  ...line,
  ...{ type: 'Chargeback', id: `chb_${newId()}`, gross: -line.gross, fees: chargebackFees },
})

/**
 * Each mischief is done to a payment of its own, in their order, but a chargeback waits for a payment that can be charged back. Those for
 * which there is no payment are left for the next settlement.
 */
export function withMischief(
  lines: readonly SettledLine[],
  asked: readonly Mischief[],
  canBeChargedBack: (line: SettledLine) => boolean,
): { lines: SettledLine[]; left: Mischief[] } {
  let left = [...asked]
  const made = lines.flatMap((line) => {
    if (line.type !== 'Payment') return [line]
    const at = left.findIndex((one) => one !== 'late_chargeback' || canBeChargedBack(line))
    const mischief = left[at]
    if (mischief === undefined) return [line]
    left = left.toSpliced(at, 1)
    return worse[mischief](line)
  })
  return { lines: made, left }
}
