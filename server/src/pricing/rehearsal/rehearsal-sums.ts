import { moneyEvents } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'

/** Of parts of a rehearsal: what moves money. An authorization is of a payment that is counted by its capture. */
export const sumOfPayments = sql`coalesce(sum(payments) filter (where event in (${sql.join(moneyEvents)})), 0)`

/** Sums as PostgreSQL gives them: they may be larger than a number holds. */
export interface Counted {
  payments: number | string
  volume: string
  old_fee: string
  new_fee: string
  cost: string
}

interface ExactSums {
  payments: number
  volume: bigint
  old_fee: bigint
  new_fee: bigint
  difference: bigint
  cost: bigint
  margin: bigint
}
export type SummedUp = ExactSums & { currency_code: string }

export function exactSums({ payments, ...texts }: Counted): ExactSums {
  const [old_fee, new_fee, cost] = [BigInt(texts.old_fee), BigInt(texts.new_fee), BigInt(texts.cost)]
  return {
    ...{ payments: Number(payments), volume: BigInt(texts.volume), old_fee, new_fee, cost },
    ...{ difference: new_fee - old_fee, margin: new_fee - cost },
  }
}
