import { randomUUID } from 'node:crypto'

/** What may be wrong in a settlement, so that every difference with a caller's books can be made on demand. */
export const mischiefs = ['left_out', 'twice', 'amount', 'fee', 'unknown', 'currency', 'id_lost'] as const
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
  // The reference of the merchant is all that is left.
  id_lost: (line) => [{ ...line, reference: line.merchant_reference, id: '', payment_id: '' }],
}

/** Each mischief is done to a payment of its own, in their order. Those for which there is none are left for the next settlement. */
export function withMischief(
  lines: readonly SettledLine[],
  asked: readonly Mischief[],
): { lines: SettledLine[]; left: Mischief[] } {
  const left = [...asked]
  const made = lines.flatMap((line) => {
    const mischief = line.type === 'Payment' ? left.shift() : undefined
    return mischief === undefined ? [line] : worse[mischief](line)
  })
  return { lines: made, left }
}
