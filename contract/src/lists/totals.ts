import { z } from 'zod'
import type { Entity } from '../entity.ts'
import type { TooLarge } from '../sums.ts'
import { sum, tooLarge } from '../wire.ts'

/** The totals of a list in one currency: the number of rows, and the sum of each amount. */
export interface CurrencyTotals {
  currency_code: string
  count: number
  sums: Readonly<Record<string, number | null>>
  /** Digits of sums that a number cannot hold. */
  too_large?: TooLarge | undefined
}

export const totalsSchema = (entity: Entity) =>
  z.array(
    z.object({
      currency_code: z.string(),
      count: z.int(),
      sums: z.object(Object.fromEntries(entity.totals.map((name) => [name, sum('Minor units of `currency_code`')]))),
      too_large: tooLarge.optional(),
    }),
  )

/** The currency field that the amounts share. */
export function currencyOfTotals(entity: Entity): string {
  const [currency, ...others] = new Set(entity.totals.map((name) => entity.fields[name]?.currency))
  if (!currency || others.length > 0) throw new TypeError(`the totals of ${entity.name} have no one currency`)
  return currency
}
