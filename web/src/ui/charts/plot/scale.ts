import { steps } from '../palette.ts'

/** Most payments are domestic. A square root scale makes the other countries on a map distinguishable as well. */
export const mapPower = 2

/** Seven shades of one colour from zero to the largest value; the legend shows the end of the first and last. */
export function stepScale(largest: number, power = 1) {
  const bounds = steps.map((_, at) => largest * ((at + 1) / steps.length) ** power)
  const colourOf = (value: number): string => {
    if (value <= 0) return 'var(--raised)'
    const at = bounds.findIndex((bound) => value <= bound)
    return steps[at < 0 ? steps.length - 1 : at] ?? ''
  }
  return { bounds, colourOf }
}
