/** Numbers of formats for dates that workbooks do not describe (ECMA-376, 18.8.30). */
const builtIn = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
// East Asian editions have dates at these.
for (const [first, last] of [
  [27, 36],
  [50, 58],
] as const)
  for (let id = first; id <= last; id += 1) builtIn.add(id)

/** True for a number format that shows a date or a time. `code`: what the workbook describes. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.has(id)
  // Texts, escaped characters, spaces as wide as a character, and colors or locales show nothing of the number.
  const shown = code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')
  return /[dmyhs]/i.test(shown) && !/general/i.test(shown)
}

/**
 * A number as a person wrote it. Programs keep fifteen digits of a fraction and write down seventeen: 1.1 comes as
 * 1.1000000000000001.
 */
export function plainNumber(written: string): string {
  if (/^-?\d+$/.test(written)) return written
  const value = Number(written)
  if (written === '' || !Number.isFinite(value)) return written
  const rounded = Number(value.toPrecision(15))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text
}

const day_ms = 86_400_000
const lastDay = 2_958_465

/**
 * A date of a workbook, which counts days, as `2026-12-31`, with a time as `2026-12-31T14:00:00`, or as a time alone. Dates
 * have no zone. `from1904`: the workbook counts from 1904.
 */
export function isoDate(written: string, from1904: boolean): string {
  const days = Number(written)
  if (written === '' || !Number.isFinite(days) || days < 0 || days >= lastDay + 1) return plainNumber(written)
  const seconds = Math.round((days % 1) * 86_400)
  const time = new Date(seconds * 1000).toISOString().slice(11, 19)
  if (days < 1 && !from1904) return time
  const date = new Date(firstDay(days, from1904) + Math.floor(days) * day_ms + (seconds === 86_400 ? day_ms : 0))
  const day = date.toISOString().slice(0, 10)
  return seconds === 0 || seconds === 86_400 ? day : `${day}T${time}`
}

/** Workbooks have a 29th of February 1900, which there was not. */
function firstDay(days: number, from1904: boolean): number {
  if (from1904) return Date.UTC(1904, 0, 1)
  return days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}
