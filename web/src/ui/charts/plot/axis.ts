/** Four gridlines above zero at round values, for any number of axes: both axes share the lines. */
const intervals = 4
const round = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * The values of an axis, from zero to at least `largest`. The steps are whole numbers, as counts and minor units are.
 */
export function ticksFor(largest: number): number[] {
  const least = Math.max(1, largest / intervals)
  const magnitude = 10 ** Math.floor(Math.log10(least))
  const steps = round.map((each) => each * magnitude).filter(Number.isInteger)
  const step = steps.find((each) => each >= least) ?? 10 * magnitude
  return Array.from({ length: intervals + 1 }, (_, at) => at * step)
}

/** The interval between labels that fit: 1 shows all of them, 2 every second one. */
export const everyNth = (labelWidth: number, room: number): number =>
  Math.max(1, Math.ceil(labelWidth / Math.max(1, room)))

// The width of a letter of Inter at 11 pixels, rounded up.
const letter = 6

export const widthOf = (text: string): number => text.length * letter

/** The label's words on at most two lines. */
export function inTwoLines(text: string, room: number): string[] {
  const words = text.split(/ |(?<=-)/)
  if (widthOf(text) <= room || words.length === 1) return [text]
  const joined = (some: readonly string[]) => some.join(' ').replaceAll('- ', '-')
  const first = Math.max(
    1,
    words.findIndex((_, at) => widthOf(joined(words.slice(0, at + 1))) > room),
  )
  return [joined(words.slice(0, first)), joined(words.slice(first))]
}
