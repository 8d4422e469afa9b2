import { z } from 'zod'

/**
 * Amounts are JSON integers, and a sum of them can exceed what a JSON number holds exactly. Such a sum is null, never
 * rounded, and `too_large` beside it has its digits under its name: `{"volume": null, "too_large": {"volume":
 * "18014398509481982"}}`.
 */
export type TooLarge = Readonly<Record<string, string>>

export const tooLarge = z
  .record(z.string(), z.string().regex(/^-?\d+$/))
  .meta({
    description: 'The digits of the sums of this object that are beyond 2^53−1, by name. Such a sum itself is null',
  })

/** A sum; null: `too_large` has its digits. */
export const sum = (description: string) => z.int().nullable().meta({ description })

/** The exact sum: a text when a number cannot hold it. Null: there is no sum. */
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

/** The total of several volumes, in the shape of a reply. */
export function sumOfVolumes(of: readonly Volume[]): Volume {
  const sum = of.reduce((all, each) => all + BigInt(exactly(each, 'volume') ?? 0), 0n)
  const number = Number(sum)
  return Number.isSafeInteger(number) ? { volume: number } : { volume: null, too_large: { volume: String(sum) } }
}
