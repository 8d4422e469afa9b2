import type { Target } from './mark-link.tsx'

/** One value of a breakdown, as bars, donuts and their legends show it. */
export interface Slice {
  key: string
  name: string
  /** Shorter than the name, under a bar. */
  tick?: string
  value: number
  /** The exact values. */
  lines: readonly string[]
  colour: string
  target?: Target | undefined
}

const leastBars = 4

/** 000 section 9: a bar chart pads to at least 4 bars, so that one or two are not as wide as the card. */
export function padded(slices: readonly Slice[]): (Slice | undefined)[] {
  return [...slices, ...Array.from({ length: Math.max(0, leastBars - slices.length) }, () => undefined)]
}

export const spoken = ({ name, lines }: Slice): string => `${name}: ${lines.join(', ')}`
