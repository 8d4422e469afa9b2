import { steps } from '../palette.ts'

/** Most trade is at home: by the square root, the neighbours on a map differ as well. */
export const mapPower = 2

/** Seven steps of one colour from nothing to the largest value; the legend says where each ends. */
export function stepScale(largest: number, power = 1) {
  const bounds = steps.map((_, at) => largest * ((at + 1) / steps.length) ** power)
  const colourOf = (value: number): string => {
    if (value <= 0) return 'var(--raised)'
    const at = bounds.findIndex((bound) => value <= bound)
    return steps[at < 0 ? steps.length - 1 : at] ?? ''
  }
  return { bounds, colourOf }
}
