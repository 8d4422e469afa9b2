import { z } from 'zod'

/**
 * Amounts are JSON integers, and a sum of them may be more than a JSON number holds exactly. It is null then, never rounded, and
 * `too_large` beside it has its digits, by its name: `{"volume": null, "too_large": {"volume": "18014398509481982"}}`.
 */
export type TooLarge = Readonly<Record<string, string>>

export const tooLarge = z
  .record(z.string(), z.string().regex(/^-?\d+$/))
  .meta({ description: 'The sums of this object beyond 2^53−1, which are null: their digits, by their names' })

/** A sum; null: see `too_large`. */
export const sum = (description: string) => z.int().nullable().meta({ description })

/** The sum to its last digit: as text where no number holds it. Null: there is none. */
export function exactly<K extends string>(
  of: { readonly [key in K]?: number | null } & { too_large?: TooLarge | null | undefined },
  name: K,
): number | string | null {
  return of[name] ?? of.too_large?.[name] ?? null
}

interface Volume {
  volume: number | null
  too_large?: TooLarge | undefined
}

/** Several of them added up, as a reply would have it. */
export function sumOfVolumes(of: readonly Volume[]): Volume {
  const sum = of.reduce((all, each) => all + BigInt(exactly(each, 'volume') ?? 0), 0n)
  const number = Number(sum)
  return Number.isSafeInteger(number) ? { volume: number } : { volume: null, too_large: { volume: String(sum) } }
}
