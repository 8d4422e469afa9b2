import type { Field } from '@kontor/contract/field'

export type Ranges = NonNullable<Field['ranges']>

/** The name of the range between two bounds; undefined: it has none. */
export const rangeOf = (ranges: Ranges, from: string | undefined, to: string | undefined): string | undefined =>
  Object.keys(ranges).find((range) => String(ranges[range]?.[0]) === from && String(ranges[range]?.[1]) === to)
