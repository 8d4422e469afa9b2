import { z } from 'zod'
import type { Entity } from './entity.ts'

/** What a list adds up to in one currency: its rows, and the sum of each of its amounts. */
export interface CurrencyTotals {
  currency_code: string
  count: number
  /** Null beyond what a JSON number holds exactly. */
  sums: Readonly<Record<string, number | null>>
}

export const totalsSchema = (entity: Entity) =>
  z.array(
    z.object({
      currency_code: z.string(),
      count: z.int(),
      sums: z.object(Object.fromEntries(entity.totals.map((name) => [name, z.int().nullable()]))),
    }),
  )

/** The field of the currency that the amounts share. */
export function currencyOfTotals(entity: Entity): string {
  const [currency, ...others] = new Set(entity.totals.map((name) => entity.fields[name]?.currency))
  if (!currency || others.length > 0) throw new TypeError(`the totals of ${entity.name} have no one currency`)
  return currency
}
