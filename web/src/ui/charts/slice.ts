import type { Target } from './mark-link.tsx'

/** One value of a breakdown, for bars, donuts and their legends. */
export interface Slice {
  key: string
  name: string
  /** A short name for below a bar. */
  tick?: string
  value: number
  /** The exact values, one per line. */
  lines: readonly string[]
  colour: string
  target?: Target | undefined
}

const leastBars = 4

/** A bar chart has space for at least 4 bars (000 section 9), so that one or two bars are not as wide as the card. */
export function padded(slices: readonly Slice[]): (Slice | undefined)[] {
  return [...slices, ...Array.from({ length: Math.max(0, leastBars - slices.length) }, () => undefined)]
}

export const spoken = ({ name, lines }: Slice): string => `${name}: ${lines.join(', ')}`
